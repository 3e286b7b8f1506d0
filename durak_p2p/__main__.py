"""The program's beginning: `durak`, or `python -m durak_p2p`."""


def main() -> None:
    """Run the command that is given, and exit with its status."""
    try:
        # Here, so that Ctrl-C while this is loaded (some 0.1 s) ends as it does later.
        from durak_p2p.cli.main import main as run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None  # `Exit.STOPPED`, which may not be loaded yet


if __name__ == "__main__":
    main()
