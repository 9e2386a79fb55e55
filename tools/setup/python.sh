# Python in target/venv with the packages that tools/setup/requirements.txt pins.
command -v python3 >/dev/null || { debian_root || stop "Python is missing: install python3 with its venv module"; apt python3 python3-venv; }

if ! cmp -s tools/setup/requirements.txt target/venv/requirements.txt; then
  say "python: installing $(grep -vc "^#" tools/setup/requirements.txt) packages into target/venv"
  python3 -c 'import ensurepip' 2>/dev/null || { debian_root || stop "Python's venv module is missing: install it, e.g. apt install python3-venv"; apt python3-venv; }
  python3 -m venv target/venv
  # pyffish comes as source where there is no wheel for this machine
  command -v c++ >/dev/null || { debian_root || stop "a C++ compiler is missing: install one, e.g. apt install g++"; apt g++; }
  target/venv/bin/pip install --quiet --disable-pip-version-check --requirement tools/setup/requirements.txt ||
    stop "the packages of tools/setup/requirements.txt could not be installed"
  cp tools/setup/requirements.txt target/venv/requirements.txt
fi
say "python: $(target/venv/bin/python --version) with the packages of tools/setup/requirements.txt"
