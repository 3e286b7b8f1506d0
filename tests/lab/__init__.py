"""A laboratory of homes behind routers, made of Linux network namespaces, for tests.

    with Laboratory(HomePlan("a"), HomePlan("b", port_mapping=None)) as lab:
        lab.home("a").hosts[0].run("ping", "-c1", lab.home("b").public_ipv4)

Nothing in it is linked to the outside.  `plan` says what can be had, `laboratory` makes it.
"""
