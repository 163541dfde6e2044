//! Builds the runtime's WASM; `tools/build-chain.ts` takes it out of the target directory.

use std::path::Path;
use substrate_wasm_builder::WasmBuilder;

fn main() {
    let chain = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this crate lies in the workspace");
    WasmBuilder::new()
        .with_project(chain.join("runtime/Cargo.toml"))
        .expect("the runtime stands beside this crate")
        .import_memory()
        .export_heap_base()
        .build();
}
