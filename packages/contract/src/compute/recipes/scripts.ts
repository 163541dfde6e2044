import type { RecipeKey } from './recipes.ts'

/**
 * The scripts of our recipes, in POSIX sh. They run on the leased machine as its account, with `TROVE_LEASE` (a folder that
 * is removed with the lease) and `TROVE_RUN` (the folder of this run). A script ends with 69 when the machine lacks something.
 */

/** Ends a script because the machine lacks something, which is named. */
export const EXIT_MISSING = 69

const COMMON = `need() { command -v "$1" >/dev/null 2>&1; }
missing() { echo "missing: $*"; echo "$*" > "$TROVE_RUN/missing"; exit ${EXIT_MISSING}; }
installed() { echo "ready: $*"; echo "$*" >> "$TROVE_RUN/installed"; }
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif sudo -n true >/dev/null 2>&1; then sudo -n "$@"; else return 1; fi
}
# Installs with the system's own package manager, and notes what was not there, so that it goes with the lease.
packages() {
  as_root true || missing "root (or sudo without a password) to install $*"
  for name in "$@"; do
    if need dpkg; then dpkg -s "$name" >/dev/null 2>&1; else rpm -q "$name" >/dev/null 2>&1; fi ||
      echo "$name" >> "$TROVE_LEASE/packages"
  done
  if need apt-get; then
    as_root apt-get update -q && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
  elif need dnf; then as_root dnf install -y "$@"
  elif need yum; then as_root yum install -y "$@"
  else missing 'apt-get, dnf or yum'; fi
}
free_gb() { df -Pk "$HOME" | awk 'NR == 2 { print int($4 / 1048576) }'; }
python_in() {
  need python3 || packages python3 || missing python3
  python3 -m venv "$1" || { need apt-get && packages python3-venv && python3 -m venv "$1"; } || missing 'python3 with venv'
}
`

const DOCKER = `docker_answers() { docker info >/dev/null 2>&1 || as_root docker info >/dev/null 2>&1; }
if ! docker_answers; then
  if ! need docker; then
    : > "$TROVE_LEASE/docker"
    packages docker.io || packages docker || missing 'a package source that has Docker'
  fi
  docker_answers || as_root systemctl start docker || as_root service docker start
  docker_answers || missing 'a Docker service that can be started here'
fi
installed "$(docker --version)"
echo 'Try: docker run --rm hello-world'
`

const JUPYTER = `[ "$(free_gb)" -ge 2 ] || missing '2 GB of free disk'
place=$TROVE_LEASE/jupyter
[ -x "$place/bin/jupyter" ] || {
  python_in "$place"
  "$place/bin/python" -m pip install --no-cache-dir --disable-pip-version-check jupyterlab ||
    missing 'a way from this machine to the Python packages'
}
JUPYTER_TOKEN=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
export JUPYTER_TOKEN
root=''
[ "$(id -u)" != 0 ] || root=--allow-root
nohup "$place/bin/jupyter" lab --no-browser --ip=127.0.0.1 --port=8888 --port-retries=20 $root \\
  > "$TROVE_LEASE/jupyter.log" 2>&1 < /dev/null &
server=$!
tries=0
until "$place/bin/jupyter" server list 2>/dev/null | grep -q "$JUPYTER_TOKEN"; do
  tries=$((tries + 1))
  kill -0 "$server" 2>/dev/null && [ "$tries" -lt 60 ] || { cat "$TROVE_LEASE/jupyter.log"; exit 1; }
  sleep 1
done
installed "JupyterLab $("$place/bin/jupyter" lab --version)"
address=$("$place/bin/jupyter" server list 2>/dev/null | grep "$JUPYTER_TOKEN" | sed 's/ ::.*//')
port=$(echo "$address" | sed -n 's/.*:\\([0-9][0-9]*\\).*/\\1/p')
echo "It listens on the machine only. Forward the port with ssh: -L $port:127.0.0.1:$port, then open"
echo "$address"
`

const PYTORCH = `[ "$(free_gb)" -ge 8 ] || missing '8 GB of free disk'
place=$TROVE_LEASE/pytorch
python_in "$place"
TMPDIR=$TROVE_LEASE "$place/bin/python" -m pip install --no-cache-dir --disable-pip-version-check torch ||
  missing 'a way from this machine to the Python packages'
"$place/bin/python" -c 'import torch
print("CUDA:", torch.cuda.is_available())
print(torch.rand(256, 256).matmul(torch.rand(256, 256)).shape)' || exit 1
installed "PyTorch $("$place/bin/python" -c 'import torch; print(torch.__version__)')"
echo "Use it: . $place/bin/activate"
`

const CI_RUNNER = `case $(uname -m) in
  x86_64) kind=x64 ;;
  aarch64) kind=arm64 ;;
  *) missing 'a processor of the kind x86_64 or aarch64' ;;
esac
need tar || packages tar || missing tar
need curl || packages curl || missing curl
[ "$(free_gb)" -ge 2 ] || missing '2 GB of free disk'
from=https://github.com/actions/runner/releases
version=$(curl -fsSLI -o /dev/null -w '%{url_effective}' "$from/latest" | sed -n 's|.*/v\\([0-9.]*\\)$|\\1|p')
[ -n "$version" ] || missing 'a way from this machine to github.com'
place=$TROVE_LEASE/ci-runner
mkdir -p "$place" && cd "$place" || exit 1
curl -fsSL "$from/download/v$version/actions-runner-linux-$kind-$version.tar.gz" | tar -xz || exit 1
[ -x ./config.sh ] || exit 1
installed "GitHub Actions runner $version"
echo 'Give it to a repository of yours, with the token from its settings (Actions, Runners):'
echo "cd $place && ./config.sh --url https://github.com/OWNER/NAME --token TOKEN && nohup ./run.sh > run.log 2>&1 &"
`

const GAME_SERVER = `PATH=$PATH:/usr/games
find_server() { command -v luantiserver || command -v minetestserver; }
find_server >/dev/null || packages minetest-server || packages luanti-server || packages minetest ||
  missing 'a package source that has Luanti (Minetest)'
server=$(find_server) || missing 'the server program of Luanti (Minetest)'
world=$TROVE_LEASE/world
mkdir -p "$world"
if need pgrep && pgrep -f minetestserver >/dev/null 2>&1; then echo 'It was started as a service of the system.'
else
  nohup "$server" --world "$world" --port 30000 > "$TROVE_LEASE/game.log" 2>&1 < /dev/null &
  running=$!
  sleep 5
  kill -0 "$running" 2>/dev/null || { cat "$TROVE_LEASE/game.log"; exit 1; }
fi
installed "$("$server" --version | head -n 1)"
echo 'Players join this machine at port 30000 (UDP), where its network lets them in.'
`

const DEV_TOOLS = `lacking=''
for tool in git curl tmux make; do need "$tool" || lacking="$lacking $tool"; done
need cc || need gcc || lacking="$lacking gcc"
if [ -n "$lacking" ]; then
  echo "not here yet:$lacking"
  # Each is a word of ours.
  packages $lacking || missing "a package source that has:$lacking"
fi
for tool in git curl tmux make gcc; do
  case $tool in
    tmux) line=$(tmux -V 2>&1) ;;
    *) line=$("$tool" --version 2>&1 | head -n 1) ;;
  esac
  installed "$line"
done
`

/** The whole script of each recipe. */
export const RECIPE_SCRIPTS: Record<RecipeKey, string> = {
  docker: COMMON + DOCKER,
  jupyter: COMMON + JUPYTER,
  pytorch: COMMON + PYTORCH,
  'ci-runner': COMMON + CI_RUNNER,
  'game-server': COMMON + GAME_SERVER,
  'dev-tools': COMMON + DEV_TOOLS,
}
