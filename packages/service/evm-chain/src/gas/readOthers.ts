import { Money } from '@portage/core';
import { isObject, type Ask, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { readQuantity, toQuantity } from '../rpc/parse.js';

/** Share of a block's gas, in percent, that was taken for the tip that is read, or for less. */
export const tipPercentile = 20;

/** Tips of a block that others than the solver paid. */
export interface OtherTips {
  readonly tip: bigint;
  /** Share of the block's gas that others asked for, in basis points. */
  readonly shareBps: bigint;
}

/** Account and blocks that are looked at. */
export interface OthersOptions {
  /** Address, lower case. */
  readonly solver: string;
  /** Heights of consecutive blocks, ascending. */
  readonly heights: readonly number[];
  readonly signal: AbortSignal;
}

/**
 * Tips and share of gas of other senders in the blocks that hold a transaction of the solver, by
 * height; a block without one is left out, and so is one that the endpoint does not return. Two
 * requests: the sequences of the solver show which blocks are meant.
 */
export async function readOthers(
  ask: Ask,
  { solver, heights, signal }: OthersOptions,
): Promise<ReadonlyMap<number, OtherTips>> {
  const [first] = heights;
  if (first === undefined) return new Map();
  const replies = await ask(
    [Math.max(0, first - 1), ...heights].map((height): RpcRequest => ({
      method: 'eth_getTransactionCount',
      params: [solver, toQuantity(height)],
    })),
    signal,
  );
  const counts = replies.map((reply) => (reply.ok ? readQuantity(reply.result, 'sequence') : 0n));
  const own = heights.filter((_, index) => counts[index] !== counts[index + 1]);
  if (own.length === 0) return new Map();
  const blocks = await ask(
    own.map((height): RpcRequest => ({
      method: 'eth_getBlockByNumber',
      params: [toQuantity(height), true],
    })),
    signal,
  );
  return new Map(
    own.flatMap((height, index): readonly (readonly [number, OtherTips])[] => {
      const others = othersOf(blocks[index], solver);
      return others === undefined ? [] : [[height, others]];
    }),
  );
}

/** The tip at the percentile of the others' gas; none where no other account is in the block. */
function othersOf(reply: RpcReply | undefined, solver: string): OtherTips | undefined {
  if (reply?.ok !== true || !isObject(reply.result)) return undefined;
  const { baseFeePerGas, transactions } = reply.result;
  if (!Array.isArray(transactions)) return undefined;
  const baseFee = baseFeePerGas === undefined ? 0n : readQuantity(baseFeePerGas, 'base fee');
  const all = transactions.filter(isObject).map(({ from, gas, gasPrice }) => {
    const price = gasPrice === undefined ? 0n : readQuantity(gasPrice, 'price of gas');
    return {
      isOwn: typeof from === 'string' && from.toLowerCase() === solver,
      gas: readQuantity(gas, 'gas'),
      tip: price > baseFee ? price - baseFee : 0n,
    };
  });
  const others = all.filter(({ isOwn }) => !isOwn).sort((a, b) => (a.tip < b.tip ? -1 : 1));
  const [total, theirs] = [gasOf(all), gasOf(others)];
  if (total === 0n || theirs === 0n) return { tip: 0n, shareBps: 0n };
  let left = Money.mulDivUp(theirs, BigInt(tipPercentile), 100n);
  const found = others.find(({ gas }) => {
    left -= gas;
    return left <= 0n;
  });
  return { tip: found?.tip ?? 0n, shareBps: Money.mulDivDown(theirs, Money.wholeBps, total) };
}

function gasOf(transactions: readonly { readonly gas: bigint }[]): bigint {
  return transactions.reduce((sum, { gas }) => sum + gas, 0n);
}
