fn main() {
    multiversx_sc_meta_lib::cli_main::<chess_tournament::AbiProvider>();
}
