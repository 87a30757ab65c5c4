import type { ChainEvent, DepositEvent } from '@portage/core/chain';
import { malformedReply, readResult, type Ask, type RpcRequest } from '@portage/chain-kit';
import { incomingFilter, readDirectDeposit, readIncoming } from './directDeposits.js';
import { decodeLogs, logFilter, type Contracts } from './logs.js';

/** Blocks of one question: one by its hash, or all from one height to another. */
export type LogRange =
  { readonly blockHash: string } | { readonly fromBlock: string; readonly toBlock: string };

/** Blocks and contracts whose events are asked for. */
export interface EventsQuestion {
  readonly ranges: readonly LogRange[];
  readonly contracts: Contracts;
  readonly signal: AbortSignal;
}

/**
 * Our events in some blocks, one list for each range, as one endpoint tells them: those of our
 * contracts, and tokens that were transferred to the depository with an order's id. Of the latter
 * the log alone says too little, so their transactions are asked for in a second call.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function askEvents(
  ask: Ask,
  { ranges, contracts, signal }: EventsQuestion,
): Promise<readonly (readonly ChainEvent[])[]> {
  const method = 'eth_getLogs';
  const requestsFor = (filter: object): readonly RpcRequest[] =>
    ranges.map((range) => ({ method, params: [{ ...filter, ...range }] }));
  const { depository, tokens = [] } = contracts;
  const requests = [
    ...requestsFor(logFilter(contracts)),
    ...(tokens.length === 0 ? [] : requestsFor(incomingFilter({ depository, tokens }))),
  ];
  const replies = await ask(requests, signal);
  const own = ranges.map((_, index) => decodeLogs(readResult(replies[index], method), contracts));
  if (tokens.length === 0) return own;
  const known = new Set(own.flat().map(({ txId }) => txId));
  const incoming = ranges.map((_, index) =>
    // What came with an event of the depository is that deposit.
    readIncoming(readResult(replies[ranges.length + index], method), contracts).filter(
      ({ txId }) => !known.has(txId),
    ),
  );
  const txIds = [...new Set(incoming.flat().map(({ txId }) => txId))];
  if (txIds.length === 0) return own;
  const transactions = await ask(
    txIds.map((txId) => ({ method: 'eth_getTransactionByHash', params: [txId] })),
    signal,
  );
  const deposits = txIds.flatMap((txId, index): readonly DepositEvent[] => {
    const transaction = readResult(transactions[index], 'eth_getTransactionByHash');
    // Left out, it would never be asked for again.
    if (transaction === null) throw malformedReply('transaction of a log');
    const arrived = incoming.flat().filter((one) => one.txId === txId);
    const deposit = readDirectDeposit(transaction, arrived, contracts);
    return deposit === undefined ? [] : [deposit];
  });
  return own.map((events, index) => {
    const ids = new Set(incoming[index]?.map(({ txId }) => txId));
    const direct = deposits.filter(({ txId }) => ids.has(txId));
    return direct.length === 0
      ? events
      : [...events, ...direct].sort((one, other) => one.height - other.height);
  });
}
