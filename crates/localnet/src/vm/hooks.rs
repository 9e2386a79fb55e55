//! The functions that a contract may import, each joined to the framework's
//! VM hook of the same name.
//!
//! The framework's own executor builds the same join, but keeps it to itself and
//! compiles a contract again for every call; with this one a compiled module is
//! kept and only instantiated.

use multiversx_chain_vm_executor::{MemLength, MemPtr, VMHooksEarlyExit};
use wasmer::{Function, FunctionEnv, FunctionEnvMut, Store};

use super::{env::HookEnv, hook_call::with_hooks};

/// Makes the host function for one call's store.
pub(super) type Import = fn(&mut Store, &FunctionEnv<HookEnv>) -> Function;

/// The wasm type of a hook's parameter.
macro_rules! wasm_type {
    (i64) => {
        i64
    };
    ($other:ident) => {
        i32
    };
}

macro_rules! hooks {
    ($($import:literal $method:ident ($($arg:ident: $ty:ident),*) $(-> $ret:ident)?;)*) => {
        /// The constructor of the host function for an import of this name; `None` if this VM has none.
        pub(in crate::vm) fn import(name: &str) -> Option<Import> {
            Some(match name {
                $($import => |store, env| {
                    fn hook(
                        env: FunctionEnvMut<HookEnv>,
                        $($arg: wasm_type!($ty)),*
                    ) -> Result<($($ret)?), VMHooksEarlyExit> {
                        with_hooks(env, $import, &[$($arg as i64),*], &mut |vm| vm.$method($($arg as $ty),*))
                    }
                    // as a pointer: wasmer's part is compiled once for all hooks of one signature
                    let hook: fn(
                        FunctionEnvMut<HookEnv>,
                        $(wasm_type!($ty)),*
                    ) -> Result<($($ret)?), VMHooksEarlyExit> = hook;
                    Function::new_typed_with_env(store, env, hook)
                },)*
                _ => return None,
            })
        }
    };
}

// The parameters are the VM interface's own. In parentheses a result's type is itself, and none `()`.
#[allow(clippy::too_many_arguments, unused_parens)]
#[rustfmt::skip]
mod table {
use super::*;
hooks! {
    "getGasLeft" get_gas_left() -> i64;
    "getShardOfAddress" get_shard_of_address(address_offset: MemPtr) -> i32;
    "isSmartContract" is_smart_contract(address_offset: MemPtr) -> i32;
    "signalError" signal_error(message_offset: MemPtr, message_length: MemLength);
    "getESDTLocalRoles" get_esdt_local_roles(token_id_handle: i32) -> i64;
    "validateTokenIdentifier" validate_token_identifier(token_id_handle: i32) -> i32;
    "getArgumentLength" get_argument_length(id: i32) -> i32;
    "getNumArguments" get_num_arguments() -> i32;
    "checkNoPayment" check_no_payment();
    "getCurrentESDTNFTNonce" get_current_esdt_nft_nonce(address_offset: MemPtr, token_id_offset: MemPtr, token_id_len: MemLength) -> i64;
    "getNumESDTTransfers" get_num_esdt_transfers() -> i32;
    "getBlockTimestamp" get_block_timestamp() -> i64;
    "getBlockTimestampMs" get_block_timestamp_ms() -> i64;
    "getBlockNonce" get_block_nonce() -> i64;
    "getBlockRound" get_block_round() -> i64;
    "getBlockEpoch" get_block_epoch() -> i64;
    "getPrevBlockTimestamp" get_prev_block_timestamp() -> i64;
    "getPrevBlockTimestampMs" get_prev_block_timestamp_ms() -> i64;
    "getPrevBlockNonce" get_prev_block_nonce() -> i64;
    "getPrevBlockRound" get_prev_block_round() -> i64;
    "getPrevBlockEpoch" get_prev_block_epoch() -> i64;
    "getBlockRoundTimeMs" get_block_round_time_ms() -> i64;
    "epochStartBlockTimestampMs" epoch_start_block_timestamp_ms() -> i64;
    "epochStartBlockNonce" epoch_start_block_nonce() -> i64;
    "epochStartBlockRound" epoch_start_block_round() -> i64;
    "finish" finish(pointer: MemPtr, length: MemLength);
    "cleanReturnData" clean_return_data();
    "deleteFromReturnData" delete_from_return_data(result_id: i32);
    "managedSCAddress" managed_sc_address(destination_handle: i32);
    "managedOwnerAddress" managed_owner_address(destination_handle: i32);
    "managedCaller" managed_caller(destination_handle: i32);
    "managedSignalError" managed_signal_error(err_handle: i32);
    "managedWriteLog" managed_write_log(topics_handle: i32, data_handle: i32);
    "managedGetOriginalTxHash" managed_get_original_tx_hash(result_handle: i32);
    "managedGetBlockRandomSeed" managed_get_block_random_seed(result_handle: i32);
    "managedGetPrevBlockRandomSeed" managed_get_prev_block_random_seed(result_handle: i32);
    "managedGetMultiESDTCallValue" managed_get_multi_esdt_call_value(multi_call_value_handle: i32);
    "managedGetAllTransfersCallValue" managed_get_all_transfers_call_value(transfer_call_values_list_handle: i32);
    "managedGetBackTransfers" managed_get_back_transfers(esdt_transfers_value_handle: i32, egld_value_handle: i32);
    "managedGetESDTTokenData" managed_get_esdt_token_data(address_handle: i32, token_id_handle: i32, nonce: i64, value_handle: i32, properties_handle: i32, hash_handle: i32, name_handle: i32, attributes_handle: i32, creator_handle: i32, royalties_handle: i32, uris_handle: i32);
    "managedGetESDTTokenType" managed_get_esdt_token_type(address_handle: i32, token_id_handle: i32, nonce: i64, type_handle: i32);
    "managedAsyncCall" managed_async_call(dest_handle: i32, value_handle: i32, function_handle: i32, arguments_handle: i32);
    "managedCreateAsyncCall" managed_create_async_call(dest_handle: i32, value_handle: i32, function_handle: i32, arguments_handle: i32, success_offset: MemPtr, success_length: MemLength, error_offset: MemPtr, error_length: MemLength, gas: i64, extra_gas_for_callback: i64, callback_closure_handle: i32) -> i32;
    "managedGetCallbackClosure" managed_get_callback_closure(callback_closure_handle: i32);
    "managedUpgradeFromSourceContract" managed_upgrade_from_source_contract(dest_handle: i32, gas: i64, value_handle: i32, address_handle: i32, code_metadata_handle: i32, arguments_handle: i32, result_handle: i32);
    "managedUpgradeContract" managed_upgrade_contract(dest_handle: i32, gas: i64, value_handle: i32, code_handle: i32, code_metadata_handle: i32, arguments_handle: i32, result_handle: i32);
    "managedDeployFromSourceContract" managed_deploy_from_source_contract(gas: i64, value_handle: i32, address_handle: i32, code_metadata_handle: i32, arguments_handle: i32, result_address_handle: i32, result_handle: i32) -> i32;
    "managedCreateContract" managed_create_contract(gas: i64, value_handle: i32, code_handle: i32, code_metadata_handle: i32, arguments_handle: i32, result_address_handle: i32, result_handle: i32) -> i32;
    "managedExecuteReadOnly" managed_execute_read_only(gas: i64, address_handle: i32, function_handle: i32, arguments_handle: i32, result_handle: i32) -> i32;
    "managedExecuteOnDestContext" managed_execute_on_dest_context(gas: i64, address_handle: i32, value_handle: i32, function_handle: i32, arguments_handle: i32, result_handle: i32) -> i32;
    "managedExecuteOnDestContextWithErrorReturn" managed_execute_on_dest_context_with_error_return(gas: i64, address_handle: i32, value_handle: i32, function_handle: i32, arguments_handle: i32, result_handle: i32) -> i32;
    "managedMultiTransferESDTNFTExecute" managed_multi_transfer_esdt_nft_execute(dst_handle: i32, token_transfers_handle: i32, gas_limit: i64, function_handle: i32, arguments_handle: i32) -> i32;
    "managedMultiTransferESDTNFTExecuteWithReturn" managed_multi_transfer_esdt_nft_execute_with_return(dst_handle: i32, token_transfers_handle: i32, gas_limit: i64, function_handle: i32, arguments_handle: i32) -> i32;
    "managedTransferValueExecute" managed_transfer_value_execute(dst_handle: i32, value_handle: i32, gas_limit: i64, function_handle: i32, arguments_handle: i32) -> i32;
    "managedIsESDTFrozen" managed_is_esdt_frozen(address_handle: i32, token_id_handle: i32, nonce: i64) -> i32;
    "managedIsESDTLimitedTransfer" managed_is_esdt_limited_transfer(token_id_handle: i32) -> i32;
    "managedIsESDTPaused" managed_is_esdt_paused(token_id_handle: i32) -> i32;
    "managedBufferToHex" managed_buffer_to_hex(source_handle: i32, dest_handle: i32);
    "managedGetCodeMetadata" managed_get_code_metadata(address_handle: i32, response_handle: i32);
    "managedGetCodeHash" managed_get_code_hash(address_handle: i32, code_hash_handle: i32);
    "managedIsBuiltinFunction" managed_is_builtin_function(function_name_handle: i32) -> i32;
    "bigFloatNewFromParts" big_float_new_from_parts(integral_part: i32, fractional_part: i32, exponent: i32) -> i32;
    "bigFloatNewFromFrac" big_float_new_from_frac(numerator: i64, denominator: i64) -> i32;
    "bigFloatNewFromSci" big_float_new_from_sci(significand: i64, exponent: i64) -> i32;
    "bigFloatAdd" big_float_add(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigFloatSub" big_float_sub(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigFloatMul" big_float_mul(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigFloatDiv" big_float_div(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigFloatNeg" big_float_neg(destination_handle: i32, op_handle: i32);
    "bigFloatClone" big_float_clone(destination_handle: i32, op_handle: i32);
    "bigFloatCmp" big_float_cmp(op1_handle: i32, op2_handle: i32) -> i32;
    "bigFloatAbs" big_float_abs(destination_handle: i32, op_handle: i32);
    "bigFloatSign" big_float_sign(op_handle: i32) -> i32;
    "bigFloatSqrt" big_float_sqrt(destination_handle: i32, op_handle: i32);
    "bigFloatPow" big_float_pow(destination_handle: i32, op_handle: i32, exponent: i32);
    "bigFloatFloor" big_float_floor(dest_big_int_handle: i32, op_handle: i32);
    "bigFloatCeil" big_float_ceil(dest_big_int_handle: i32, op_handle: i32);
    "bigFloatTruncate" big_float_truncate(dest_big_int_handle: i32, op_handle: i32);
    "bigFloatSetInt64" big_float_set_int64(destination_handle: i32, value: i64);
    "bigFloatIsInt" big_float_is_int(op_handle: i32) -> i32;
    "bigFloatSetBigInt" big_float_set_big_int(destination_handle: i32, big_int_handle: i32);
    "bigFloatGetConstPi" big_float_get_const_pi(destination_handle: i32);
    "bigFloatGetConstE" big_float_get_const_e(destination_handle: i32);
    "bigIntGetUnsignedArgument" big_int_get_unsigned_argument(id: i32, destination_handle: i32);
    "bigIntGetSignedArgument" big_int_get_signed_argument(id: i32, destination_handle: i32);
    "bigIntGetCallValue" big_int_get_call_value(destination_handle: i32);
    "bigIntGetExternalBalance" big_int_get_external_balance(address_offset: MemPtr, result: i32);
    "bigIntGetESDTExternalBalance" big_int_get_esdt_external_balance(address_offset: MemPtr, token_id_offset: MemPtr, token_id_len: MemLength, nonce: i64, result_handle: i32);
    "bigIntNew" big_int_new(small_value: i64) -> i32;
    "bigIntSetUnsignedBytes" big_int_set_unsigned_bytes(destination_handle: i32, byte_offset: MemPtr, byte_length: MemLength);
    "bigIntSetSignedBytes" big_int_set_signed_bytes(destination_handle: i32, byte_offset: MemPtr, byte_length: MemLength);
    "bigIntIsInt64" big_int_is_int64(destination_handle: i32) -> i32;
    "bigIntGetInt64" big_int_get_int64(destination_handle: i32) -> i64;
    "bigIntSetInt64" big_int_set_int64(destination_handle: i32, value: i64);
    "bigIntAdd" big_int_add(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntSub" big_int_sub(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntMul" big_int_mul(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntTDiv" big_int_tdiv(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntTMod" big_int_tmod(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntEDiv" big_int_ediv(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntEMod" big_int_emod(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntSqrt" big_int_sqrt(destination_handle: i32, op_handle: i32);
    "bigIntPow" big_int_pow(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntLog2" big_int_log2(op1_handle: i32) -> i32;
    "bigIntAbs" big_int_abs(destination_handle: i32, op_handle: i32);
    "bigIntNeg" big_int_neg(destination_handle: i32, op_handle: i32);
    "bigIntSign" big_int_sign(op_handle: i32) -> i32;
    "bigIntCmp" big_int_cmp(op1_handle: i32, op2_handle: i32) -> i32;
    "bigIntAnd" big_int_and(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntOr" big_int_or(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntXor" big_int_xor(destination_handle: i32, op1_handle: i32, op2_handle: i32);
    "bigIntShr" big_int_shr(destination_handle: i32, op_handle: i32, bits: i32);
    "bigIntShl" big_int_shl(destination_handle: i32, op_handle: i32, bits: i32);
    "bigIntFinishUnsigned" big_int_finish_unsigned(reference_handle: i32);
    "bigIntFinishSigned" big_int_finish_signed(reference_handle: i32);
    "bigIntToString" big_int_to_string(big_int_handle: i32, destination_handle: i32);
    "mBufferNew" mbuffer_new() -> i32;
    "mBufferNewFromBytes" mbuffer_new_from_bytes(data_offset: MemPtr, data_length: MemLength) -> i32;
    "mBufferGetLength" mbuffer_get_length(m_buffer_handle: i32) -> i32;
    "mBufferGetBytes" mbuffer_get_bytes(m_buffer_handle: i32, result_offset: MemPtr) -> i32;
    "mBufferGetByteSlice" mbuffer_get_byte_slice(source_handle: i32, starting_position: i32, slice_length: i32, result_offset: MemPtr) -> i32;
    "mBufferCopyByteSlice" mbuffer_copy_byte_slice(source_handle: i32, starting_position: i32, slice_length: i32, destination_handle: i32) -> i32;
    "mBufferEq" mbuffer_eq(m_buffer_handle1: i32, m_buffer_handle2: i32) -> i32;
    "mBufferSetBytes" mbuffer_set_bytes(m_buffer_handle: i32, data_offset: MemPtr, data_length: MemLength) -> i32;
    "mBufferSetByteSlice" mbuffer_set_byte_slice(m_buffer_handle: i32, starting_position: i32, data_length: MemLength, data_offset: MemPtr) -> i32;
    "mBufferAppend" mbuffer_append(accumulator_handle: i32, data_handle: i32) -> i32;
    "mBufferAppendBytes" mbuffer_append_bytes(accumulator_handle: i32, data_offset: MemPtr, data_length: MemLength) -> i32;
    "mBufferToBigIntUnsigned" mbuffer_to_big_int_unsigned(m_buffer_handle: i32, big_int_handle: i32) -> i32;
    "mBufferToBigIntSigned" mbuffer_to_big_int_signed(m_buffer_handle: i32, big_int_handle: i32) -> i32;
    "mBufferFromBigIntUnsigned" mbuffer_from_big_int_unsigned(m_buffer_handle: i32, big_int_handle: i32) -> i32;
    "mBufferFromBigIntSigned" mbuffer_from_big_int_signed(m_buffer_handle: i32, big_int_handle: i32) -> i32;
    "mBufferToSmallIntUnsigned" mbuffer_to_small_int_unsigned(m_buffer_handle: i32) -> i64;
    "mBufferToSmallIntSigned" mbuffer_to_small_int_signed(m_buffer_handle: i32) -> i64;
    "mBufferFromSmallIntUnsigned" mbuffer_from_small_int_unsigned(m_buffer_handle: i32, value: i64);
    "mBufferFromSmallIntSigned" mbuffer_from_small_int_signed(m_buffer_handle: i32, value: i64);
    "mBufferStorageStore" mbuffer_storage_store(key_handle: i32, source_handle: i32) -> i32;
    "mBufferStorageLoad" mbuffer_storage_load(key_handle: i32, destination_handle: i32) -> i32;
    "mBufferStorageLoadFromAddress" mbuffer_storage_load_from_address(address_handle: i32, key_handle: i32, destination_handle: i32);
    "mBufferGetArgument" mbuffer_get_argument(id: i32, destination_handle: i32) -> i32;
    "mBufferFinish" mbuffer_finish(source_handle: i32) -> i32;
    "mBufferSetRandom" mbuffer_set_random(destination_handle: i32, length: i32) -> i32;
    "managedMapNew" managed_map_new() -> i32;
    "managedMapPut" managed_map_put(m_map_handle: i32, key_handle: i32, value_handle: i32) -> i32;
    "managedMapGet" managed_map_get(m_map_handle: i32, key_handle: i32, out_value_handle: i32) -> i32;
    "managedMapRemove" managed_map_remove(m_map_handle: i32, key_handle: i32, out_value_handle: i32) -> i32;
    "managedMapContains" managed_map_contains(m_map_handle: i32, key_handle: i32) -> i32;
    "smallIntGetUnsignedArgument" small_int_get_unsigned_argument(id: i32) -> i64;
    "smallIntGetSignedArgument" small_int_get_signed_argument(id: i32) -> i64;
    "smallIntFinishUnsigned" small_int_finish_unsigned(value: i64);
    "smallIntFinishSigned" small_int_finish_signed(value: i64);
    "managedSha256" managed_sha256(input_handle: i32, output_handle: i32) -> i32;
    "managedKeccak256" managed_keccak256(input_handle: i32, output_handle: i32) -> i32;
    "managedVerifyBLS" managed_verify_bls(key_handle: i32, message_handle: i32, sig_handle: i32) -> i32;
    "managedVerifyEd25519" managed_verify_ed25519(key_handle: i32, message_handle: i32, sig_handle: i32) -> i32;
    "managedVerifyBLSSignatureShare" managed_verify_blssignature_share(key_handle: i32, message_handle: i32, sig_handle: i32) -> i32;
    "managedVerifyBLSAggregatedSignature" managed_verify_blsaggregated_signature(key_handle: i32, message_handle: i32, sig_handle: i32) -> i32;
}
}
pub(super) use table::import;
