// The reader of contracts' ABIs and answers. It has its own file, so the browser begins it in its own task.
import { ArgSerializer } from "@multiversx/sdk-core/out/abi/argSerializer";

export { Abi } from "@multiversx/sdk-core/out/abi";
export { NativeSerializer } from "@multiversx/sdk-core/out/abi/nativeSerializer";

export const serializer = new ArgSerializer();
