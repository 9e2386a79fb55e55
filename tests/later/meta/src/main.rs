fn main() {
    multiversx_sc_meta_lib::cli_main::<onchain_chess_later::AbiProvider>();
}
