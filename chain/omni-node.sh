#!/usr/bin/env bash
# Runs the committed runtime on the stock polkadot-omni-node, which has no code of ours.
#
#   chain/omni-node.sh find                     print where the node is; exit 1 if it is nowhere
#   chain/omni-node.sh install                  build it with cargo if it is nowhere (a debug build: about 25 minutes of two cores)
#   chain/omni-node.sh spec PRESET FILE         write a raw chain spec of `embedded`, `testnet` or `production` to FILE
#   chain/omni-node.sh start [PRESET] [args]    start a development chain: sealed by this one node, its state thrown away at the end
#
# OMNI_NODE names the binary; else it is looked for on PATH and in cargo's folder. CHAIN_BLOCK_MS is the block time (6000),
# CHAIN_PORT the WebSocket port (9944). PARA_ID (2000) and RELAY_CHAIN (rococo-local) go into the spec.
# The node must be of the same SDK release as the runtime; see docs/CHAIN.md for the production form.
set -euo pipefail

VERSION=0.24.0
here=$(cd "$(dirname "$0")" && pwd)
wasm=$here/wasm/trove-runtime.compact.compressed.wasm

find_node() {
  if [ -n "${OMNI_NODE:-}" ]; then
    [ -x "$OMNI_NODE" ] && echo "$OMNI_NODE"
  else
    command -v polkadot-omni-node || { [ -x "$HOME/.cargo/bin/polkadot-omni-node" ] && echo "$HOME/.cargo/bin/polkadot-omni-node"; }
  fi
}

require_node() {
  find_node || { echo "polkadot-omni-node is not here: chain/omni-node.sh install builds it" >&2; exit 1; }
}

install_node() {
  # A debug build of the node runs the WASM as fast as it must and builds in a third of the time.
  SKIP_WASM_BUILD=1 CARGO_PROFILE_DEV_DEBUG=0 cargo install polkadot-omni-node --version "$VERSION" --locked --debug "$@"
}

write_spec() {
  local preset=$1 file=$2 node
  node=$(require_node)
  "$node" chain-spec-builder --chain-spec-path "$file" create --raw-storage --chain-name "Trove $preset" --chain-id "trove-$preset" \
    --relay-chain "${RELAY_CHAIN:-rococo-local}" --para-id "${PARA_ID:-2000}" --runtime "$wasm" \
    --properties tokenSymbol=TTC,tokenDecimals=12,ss58Format=42 named-preset "$preset"
}

start_node() {
  local preset=${1:-embedded} node home
  [ $# -gt 0 ] && shift
  node=$(require_node)
  home=$(mktemp -d)
  trap 'rm -rf "$home"' EXIT
  write_spec "$preset" "$home/spec.json" >&2
  "$node" --chain "$home/spec.json" --dev-block-time "${CHAIN_BLOCK_MS:-6000}" --base-path "$home/data" \
    --rpc-port "${CHAIN_PORT:-9944}" --no-prometheus --no-telemetry --no-mdns --no-hardware-benchmarks "$@"
}

case ${1:-} in
  find) find_node ;;
  install) find_node || install_node "${@:2}" ;;
  spec) write_spec "${2:?preset}" "${3:?file}" ;;
  start) start_node "${@:2}" ;;
  *) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
