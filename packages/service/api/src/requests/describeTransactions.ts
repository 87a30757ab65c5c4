import type { RequestEntry } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { RequestFacts } from '@portage/settlement';
import { stateChanges } from './stateChanges.js';

type Transaction = RequestEntry['data']['inTxs'][number];

/** Chains, and where a transaction belongs that was sent and not seen yet. */
interface DescribeOptions {
  readonly chains: Chains;
  readonly chainId: number;
}

/** Transactions of a request on one of its sides, as a list tells them. Pure. */
export function describeTransactions(
  ids: readonly string[],
  { transactions, address }: Pick<RequestFacts, 'transactions' | 'address'>,
  { chains, chainId }: DescribeOptions,
): Transaction[] {
  return ids.map((hash) => {
    const events = transactions.filter(({ txId }) => txId === hash);
    const [seen] = events;
    if (seen === undefined) return { hash, chainId, type: 'onchain', status: 'pending' };
    const depository = chains.all.find(({ id }) => id === seen.chainId)?.deposit?.depository;
    const through = { depository, isByAddress: address !== undefined };
    return {
      hash,
      chainId: seen.chainId,
      type: 'onchain',
      status: 'success',
      block: seen.height,
      ...(seen.time === undefined ? {} : { timestamp: seen.time }),
      ...(seen.gasCost === undefined ? {} : { fee: seen.gasCost.toString() }),
      stateChanges: events.flatMap((event) => stateChanges(event, through)),
    };
  });
}
