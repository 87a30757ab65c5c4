import { bytesToHex } from '@portage/core';
import type { Keccak } from '@portage/evm/abi';
import { addressWord, serviceErrors, uintWord } from '@portage/evm/abi';
import type { RpcReply } from '@portage/chain-kit';
import { createKey, type Key } from './createKey.js';

/** Storage slot in which the depository names its allocator. A pause beside it is read apart. */
const allocatorSlot = `0x${uintWord(4n)}`;

/** Changes to the state that a call is made on, by account. */
export type StateOverrides = Readonly<
  Record<string, { readonly stateDiff: Readonly<Record<string, string>> }>
>;

/**
 * Key that signs payments which are only tried out. The true allocator's signature would be worth
 * money to the endpoint that is asked.
 */
export function standInAllocator(keccak: Keccak): Key {
  return createKey(bytesToHex(keccak(Buffer.from('portage stand-in allocator', 'utf8'))), keccak);
}

/** State in which the stand-in is the depository's allocator. */
export function standInState(depository: string, { address }: Key): StateOverrides {
  return { [depository]: { stateDiff: { [allocatorSlot]: `0x${addressWord(address)}` } } };
}

/** Whether an endpoint made the call on the state as it is: then it says nothing of the payment. */
export function ignoredState(reply: RpcReply): boolean {
  return !reply.ok && reply.error.data?.toLowerCase() === serviceErrors.InvalidSignature;
}
