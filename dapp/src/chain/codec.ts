// What reads contracts' ABIs and answers: a file of its own, so that the browser begins it in a task of its own.
import { ArgSerializer } from "@multiversx/sdk-core/out/abi/argSerializer";

export { Abi } from "@multiversx/sdk-core/out/abi";
export { NativeSerializer } from "@multiversx/sdk-core/out/abi/nativeSerializer";

export const serializer = new ArgSerializer();
