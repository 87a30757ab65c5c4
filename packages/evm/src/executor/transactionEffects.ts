import { zeroAddress, type EvmTransactionData } from '@portage/core';
import type { Effect } from '@portage/core/executor';
import { noOrder } from '../contracts/plan.js';
import { referenceSelector } from '../contracts/referenceSelector.js';
import { readPlanTransaction } from '../contracts/planCalldata.js';
import { readExactAddress, readUint, readWord } from '../abi/reader.js';
import { selectors } from '../abi/generated/selectors.js';

const wordDigits = 64;

/**
 * Effects of a transaction, from its calldata alone. Only the exact encodings of a deposit, a plan,
 * an approval and a transfer, alone or with a reference behind it, are read; anything longer,
 * shorter, or with bits where there should be none is unknown.
 */
export function transactionEffects(data: EvmTransactionData): readonly Effect[] {
  const { chainId } = data;
  const unknown = (reason: string): readonly Effect[] => [{ type: 'unknown', chainId, reason }];
  if (
    !/^0x(?:[0-9a-fA-F]{2})*$/.test(data.data) ||
    !/^\d{1,78}$/.test(data.value) ||
    !/^0x[0-9a-fA-F]{40}$/.test(data.to)
  )
    return unknown('malformed transaction');
  const to = data.to.toLowerCase();
  const value = BigInt(data.value);
  const calldata = data.data.toLowerCase();
  if (calldata === '0x')
    return [{ type: 'payment', chainId, recipient: to, currency: zeroAddress, amount: value }];
  const swap = swapEffect({ chainId, to, value, data: calldata });
  if (swap !== undefined) return [swap];
  const effect = callEffect({
    chainId,
    to,
    value,
    from: data.from.toLowerCase(),
    selector: calldata.slice(0, 10),
    words: calldata.slice(10),
  });
  return effect === undefined ? unknown(`call ${calldata.slice(0, 10)} of ${to}`) : [effect];
}

/**
 * Of a plan only its settlement counts: whatever its calls do, all of it happens or nothing is
 * taken.
 */
function swapEffect({
  chainId,
  to,
  value,
  data,
}: {
  readonly chainId: number;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}): Effect | undefined {
  const read = readPlanTransaction(data, value);
  if (read === undefined) return undefined;
  const { funds, plan } = read;
  const { id, token, ...settlement } = plan.settlement;
  const { refundTo, deadline } = plan;
  return {
    type: 'swap',
    chainId,
    contract: to,
    ...funds,
    settlement: {
      ...settlement,
      currency: token,
      orderId: id === noOrder ? undefined : id,
      refundTo,
      deadline,
    },
  };
}

interface Call {
  readonly chainId: number;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly selector: string;
  /** Words of the call, hex without 0x. */
  readonly words: string;
}

function callEffect({ chainId, from, to, value, selector, words }: Call): Effect | undefined {
  const count = words.length / wordDigits;
  if (selector === referenceSelector && count === 1)
    return {
      type: 'payment',
      chainId,
      recipient: to,
      currency: zeroAddress,
      amount: value,
      reference: `0x${words}`,
    };
  const account = readExactAddress(words, 0);
  if (account === undefined || words.length % wordDigits !== 0) return undefined;
  const depositor = account === zeroAddress ? from : account;
  if (selector === selectors.depositNative && count === 2) {
    return {
      type: 'deposit',
      chainId,
      depository: to,
      currency: zeroAddress,
      amount: value,
      orderId: `0x${readWord(words, 1)}`,
      depositor,
    };
  }
  // The rest take no native currency: with a value they are something else than they look.
  if (value !== 0n) return undefined;
  if (selector === selectors.depositErc20 && count === 4) {
    const currency = readExactAddress(words, 1);
    if (currency === undefined) return undefined;
    return {
      type: 'deposit',
      chainId,
      depository: to,
      currency,
      amount: readUint(words, 2),
      orderId: `0x${readWord(words, 3)}`,
      depositor,
    };
  }
  const amount = readUint(words, 1);
  if (selector === selectors.transfer && count === 3) {
    const reference = `0x${readWord(words, 2)}`;
    return { type: 'payment', chainId, recipient: account, currency: to, amount, reference };
  }
  if (count !== 2) return undefined;
  if (selector === selectors.approve)
    return { type: 'approval', chainId, spender: account, currency: to, amount };
  if (selector === selectors.transfer)
    return { type: 'payment', chainId, recipient: account, currency: to, amount };
  return undefined;
}
