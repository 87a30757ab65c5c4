import { zeroAddress } from '@portage/core';
import type { Balances } from '@portage/core/chain';
import { readResult, type Rpc, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { allowanceCall, balanceCall, balanceRequest } from './balanceRequest.js';
import { readBalance } from './readBalance.js';
import { multicallEachRequest, readMulticallEach } from './swap/multicall.js';

type ReadMany = NonNullable<Balances['readMany']>;
type BalancePlace = Parameters<ReadMany>[0][number];

/**
 * Makes the reading of many balances and allowances in one batch: those of tokens are one call
 * where there is a Multicall3.
 */
export function createReadMany(rpc: Pick<Rpc, 'ask'>, multicall3: string | undefined): ReadMany {
  return async (places, signal) => {
    const isTogether = ({ currency }: BalancePlace): boolean =>
      multicall3 !== undefined && currency !== zeroAddress;
    const together = places.filter(isTogether);
    const apart = places.filter((place) => !isTogether(place));
    const requests: readonly RpcRequest[] = [
      ...apart.map(requestOf),
      ...(multicall3 === undefined || together.length === 0
        ? []
        : [multicallEachRequest(multicall3, together.map(callOf))]),
    ];
    if (requests.length === 0) return [];
    const replies = await rpc.ask(requests, signal);
    const single = apart.map(({ currency }, index) => readReply(replies[index], currency));
    const many = readTogether(replies[apart.length], together.length);
    const next = { single: single.values(), many: many.values() };
    return places.map((place) => next[isTogether(place) ? 'many' : 'single'].next().value);
  };
}

/**
 * Makes the reading of allowances by one endpoint. Where the Multicall3 tells none of them, each is
 * asked for by itself: a token may have burned the gas of all.
 */
export function createReadAllowances(
  multicall3: string | undefined,
): (rpc: Pick<Rpc, 'ask'>, ...asked: Parameters<ReadMany>) => ReturnType<ReadMany> {
  return async (rpc, ...asked) => {
    const together = await createReadMany(rpc, multicall3)(...asked);
    const isTold = multicall3 === undefined || together.some((amount) => amount !== undefined);
    return isTold ? together : createReadMany(rpc, undefined)(...asked);
  };
}

function callOf({ account, currency, spender }: BalancePlace) {
  const data = spender === undefined ? balanceCall(account) : allowanceCall(account, spender);
  return { to: currency, data };
}

function requestOf(place: BalancePlace): RpcRequest {
  return place.spender === undefined
    ? balanceRequest(place.account, place.currency)
    : { method: 'eth_call', params: [callOf(place), 'latest'] };
}

function readReply(reply: RpcReply | undefined, currency: string): bigint | undefined {
  try {
    return readBalance(readResult(reply, 'balance'), currency);
  } catch {
    return undefined;
  }
}

/** A token that burns the gas of all leaves them all unread. */
function readTogether(reply: RpcReply | undefined, count: number): readonly (bigint | undefined)[] {
  if (count === 0) return [];
  try {
    const results = readMulticallEach(readResult(reply, 'multicall'), count);
    return results.map((result) =>
      result === undefined ? undefined : readReply({ ok: true, result }, ''),
    );
  } catch {
    return Array.from({ length: count }, () => undefined);
  }
}
