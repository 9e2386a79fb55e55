# nats-server, for several relays. Debian's package puts it where only root looks.
PATH=$PATH:/usr/sbin
has nats-server nats-server -- "nats-server is missing: install it, e.g. apt install nats-server or brew install nats-server" || return 0
ready "nats: $(nats-server --version)"
