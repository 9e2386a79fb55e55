# Python in target/venv with the packages that tools/setup/requirements.txt pins.
has python3 python3 python3-venv -- "Python is missing: install python3 with its venv module" || return 0
# pyffish comes as source where there is no wheel for this machine
cmp -s tools/setup/requirements.txt target/venv/requirements.txt ||
  has c++ g++ -- "a C++ compiler is missing: install one, e.g. apt install g++" || return 0
if ! cmp -s tools/setup/requirements.txt target/venv/requirements.txt; then
  if ! python3 -c 'import ensurepip' 2>/dev/null; then
    debian_root || { miss "Python's venv module is missing: install it, e.g. apt install python3-venv"; return 0; }
    debian_install python3-venv
  fi
  say "python: installing $(grep -vc "^#" tools/setup/requirements.txt) packages into target/venv"
  python3 -m venv target/venv
  target/venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement tools/setup/requirements.txt ||
    { miss "the packages of tools/setup/requirements.txt could not be installed"; return 0; }
  cp tools/setup/requirements.txt target/venv/requirements.txt
fi
[[ -n $quiet ]] || ready "python: $(target/venv/bin/python --version) with the packages of tools/setup/requirements.txt"
