#!/usr/bin/env bash
# Measures what the calls of our pallets cost and writes runtime/src/weights/. Run it on the reference machine with nothing else
# running, then build the WASM again (npm run build:chain).
#
#   chain/weights.sh install           build frame-omni-bencher with cargo if it is nowhere
#   chain/weights.sh build             build the runtime with its benchmarks; prints the WASM's path
#   chain/weights.sh measure [WASM]    measure and write, STEPS (50) steps of REPEAT (20) rounds
#
# OMNI_BENCHER names the binary; else it is looked for on PATH and in cargo's folder. The WASM with benchmarks has a target
# directory of its own (CARGO_TARGET_DIR) and is never committed.
set -euo pipefail

VERSION=0.28.0
here=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-${TMPDIR:-/tmp}/trove-chain-weights}
wasm=$target/release/wbuild/trove-runtime/trove_runtime.wasm

find_bencher() {
  if [ -n "${OMNI_BENCHER:-}" ]; then
    [ -x "$OMNI_BENCHER" ] && echo "$OMNI_BENCHER"
  else
    command -v frame-omni-bencher || { [ -x "$HOME/.cargo/bin/frame-omni-bencher" ] && echo "$HOME/.cargo/bin/frame-omni-bencher"; }
  fi
}

require_bencher() {
  find_bencher || { echo "frame-omni-bencher is not here: chain/weights.sh install builds it" >&2; exit 1; }
}

install_bencher() {
  CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
    cargo install frame-omni-bencher --version "$VERSION" --locked "$@"
}

build_wasm() {
  (cd "$here" && CARGO_TARGET_DIR=$target WASM_BUILD_WORKSPACE_HINT=$here \
    cargo build --release --locked -p trove-runtime-wasm --features runtime-benchmarks "$@" >&2)
  echo "$wasm"
}

measure() {
  local runtime=${1:-$wasm} bencher pallet
  bencher=$(require_bencher)
  for pallet in pallet_storage_market pallet_rights; do
    "$bencher" v1 benchmark pallet --runtime "$runtime" --genesis-builder runtime --genesis-builder-preset embedded \
      --pallet "$pallet" --extrinsic '*' --steps "${STEPS:-50}" --repeat "${REPEAT:-20}" --template "$here/weights.hbs" \
      --output "$here/runtime/src/weights/$pallet.rs"
  done
}

case ${1:-} in
  install) find_bencher || install_bencher "${@:2}" ;;
  build) build_wasm "${@:2}" ;;
  measure) measure "${@:2}" ;;
  *) sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
