"""`python -m durak_p2p` is `durak`."""

from durak_p2p.cli import main

if __name__ == "__main__":
    main()
