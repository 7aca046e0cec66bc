//! Compiles the `.proto` files without `protoc`, and keeps a description of them for reflection and JSON.

use prost::Message as _;
use std::{env, error::Error, fs, path::PathBuf};

const FILES: [&str; 4] = [
    "understudy/v1/catalog.proto",
    "understudy/v1/match.proto",
    "understudy/v1/agent.proto",
    "understudy/v1/arena.proto",
];

fn main() -> Result<(), Box<dyn Error>> {
    // Not told by the generator itself: without it everything above this crate is rebuilt each time.
    println!("cargo:rerun-if-changed=understudy");
    let set = protox::compile(FILES, ["."])?;
    let mut bare = set.clone();
    bare.file.iter_mut().for_each(|file| file.source_code_info = None);
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("descriptor.bin"), bare.encode_to_vec())?;
    tonic_prost_build::configure()
        .bytes(".")
        // In order, so that the same message has the same bytes.
        .btree_map(".")
        // Views are large and most messages that may hold one do not.
        .boxed(".understudy.v1.View.view")
        .compile_fds(set)?;
    Ok(())
}
