import { zeroAddress } from '@portage/core';
import { isObject } from '@portage/chain-kit';
import {
  addressWord,
  readAddress,
  readUint,
  readWord,
  selectors,
  uintWord,
} from '@portage/evm/abi';
import { referenceSelector } from '@portage/evm/contracts';

/** A plain transfer whose transaction carries a reference behind it. */
export interface ReferencedTransfer {
  readonly sender: string;
  readonly recipient: string;
  readonly currency: string;
  readonly amount: bigint;
  /** 32 bytes that say what it is for: `0x` and 64 digits in lower case. */
  readonly reference: string;
}

/** Target, calldata and value of a transaction. */
export interface TransferCall {
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
}

/**
 * The call of a transfer with its reference. A token passes over what stands behind its arguments;
 * an account without code passes over all of the data.
 */
export function transferCall({
  recipient,
  currency,
  amount,
  reference,
}: Omit<ReferencedTransfer, 'sender'>): TransferCall {
  const note = reference.slice(2);
  if (currency === zeroAddress)
    return { to: recipient, data: `${referenceSelector}${note}`, value: amount };
  const data = `${selectors.transfer}${addressWord(recipient)}${uintWord(amount)}${note}`;
  return { to: currency, data, value: 0n };
}

const nativeShape = new RegExp(`^${referenceSelector}[0-9a-f]{64}$`);
const tokenShape = new RegExp(`^${selectors.transfer}0{24}[0-9a-f]{168}$`);

/**
 * The transfer that a transaction makes by its own call, as a node tells the transaction. Undefined
 * for everything else: a call of a contract, a transfer without a reference, or one among others.
 */
export function readTransfer(transaction: unknown): ReferencedTransfer | undefined {
  if (!isObject(transaction)) return undefined;
  const { from, to, input, value } = transaction;
  if (
    typeof from !== 'string' ||
    typeof to !== 'string' ||
    typeof input !== 'string' ||
    typeof value !== 'string' ||
    !/^0x[0-9a-fA-F]{1,64}$/.test(value)
  )
    return undefined;
  const [sender, target, data] = [from.toLowerCase(), to.toLowerCase(), input.toLowerCase()];
  const words = data.slice(10);
  if (nativeShape.test(data))
    return {
      sender,
      recipient: target,
      currency: zeroAddress,
      amount: BigInt(value),
      reference: `0x${words}`,
    };
  if (!tokenShape.test(data) || BigInt(value) !== 0n) return undefined;
  return {
    sender,
    recipient: readAddress(words, 0),
    currency: target,
    amount: readUint(words, 1),
    reference: `0x${readWord(words, 2)}`,
  };
}
