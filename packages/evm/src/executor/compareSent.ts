import type { EvmTransactionData } from '@portage/core';
import type { Comparison, Difference } from '@portage/core/executor';
import { selectors } from '../abi/generated/selectors.js';
import { sightOf } from './sentEffects.js';
import type { SentReceipt, SentTransaction } from './sentTransaction.js';

/** Characters of calldata that name a function: 0x and four bytes. */
const selectorLength = 10;
/** Characters of an approval up to its amount: the selector and the word of the spender. */
const spenderEnd = selectorLength + 64;

/** A transaction of the chain, with its receipt where there is one. */
export interface Sent {
  readonly transaction: SentTransaction;
  readonly receipt: SentReceipt | undefined;
}

/** Outcome of a comparison: one of the two words, or what differs. */
export type Judgement = Comparison | readonly Difference[];

/**
 * Compares a transaction of the chain with the call that was verified: recipient, value and data.
 * Gas, nonce and type are the wallet's own matter.
 *
 * A transaction of the account to any address but its own is the call, or another one, unless its
 * events show the effect of the call. Anything else may carry the call inside (ERC-4337, EIP-7702,
 * a relay): then the events of its receipt decide, and where they do not tell, whether it holds the
 * calldata. undefined where the receipt is needed.
 */
export function compareSent(
  asked: EvmTransactionData,
  { transaction, receipt }: Sent,
): Judgement | undefined {
  if (isSameCall(asked, transaction)) return 'same';
  const account = asked.from.toLowerCase();
  const isDirect = transaction.from === account && transaction.to !== account;
  const isHeld = holds(transaction, asked);
  if (isDirect && !isHeld) return differencesOf(asked, transaction);
  // Another call can hide the verified one in its data, so that holding it is not enough here.
  if (receipt === undefined) return undefined;
  // What reverted did nothing, and the caller says so.
  const sight = receipt.hasSucceeded ? sightOf(asked, receipt.logs) : 'untold';
  if (sight === 'seen') return 'same';
  if (sight === 'elsewhere' || isDirect) return differencesOf(asked, transaction);
  return sight === 'untold' && isHeld ? 'same' : 'unclear';
}

/**
 * Whether a transaction is the call itself. Wallets may write their mark behind the calldata
 * (ERC-8021), which no contract reads, and let people choose the amount of an approval.
 */
export function isSameCall(
  { to, value, data }: EvmTransactionData,
  sent: Pick<SentTransaction, 'to' | 'value' | 'data'>,
): boolean {
  const calldata = data.toLowerCase();
  if (sent.to !== to.toLowerCase() || sent.value !== BigInt(value)) return false;
  if (sent.data === calldata) return true;
  if (calldata.length < selectorLength) return false;
  const isApproval = calldata.startsWith(selectors.approve);
  return sent.data.startsWith(isApproval ? calldata.slice(0, spenderEnd) : calldata);
}

/** Whether the calldata of a transaction holds a call with its recipient. */
function holds({ data }: SentTransaction, asked: EvmTransactionData): boolean {
  const calldata = asked.data.slice(2).toLowerCase();
  return (
    asked.data.length >= selectorLength &&
    data.length > asked.data.length &&
    data.includes(calldata) &&
    data.includes(asked.to.slice(2).toLowerCase())
  );
}

function differencesOf(
  asked: EvmTransactionData,
  { to, value, data }: SentTransaction,
): readonly Difference[] {
  const pairs: readonly Difference[] = [
    { member: 'recipient', verified: asked.to.toLowerCase(), sent: to === '' ? 'nobody' : to },
    { member: 'value', verified: asked.value, sent: value.toString() },
    { member: 'data', verified: asked.data.toLowerCase(), sent: data },
  ];
  return pairs.filter(({ verified, sent }) => verified !== sent);
}
