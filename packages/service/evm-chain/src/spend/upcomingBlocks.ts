import type { Cursor } from '@portage/core/chain';
import type { RpcReply, RpcRequest } from '@portage/chain-kit';
import { toQuantity } from '../rpc/parse.js';

/** Block that a call is tried in, as nodes take it beside `eth_call`. */
export interface BlockOverrides {
  readonly number: string;
  /** Unix seconds. */
  readonly time: string;
}

/** Blocks after the newest one in which a payment must pass: one of two is no longer enough. */
const upcomingCount = 2;

/** Code that answers with the number of its block, as the constructor of a contract. */
const numberCode = '0x4360005260206000f3';

/** A height that no chain has. */
const probedHeight = 0xfedcba9876;

/**
 * Blocks that a payment may land in: the pending one and the next, at the pace at which the chain
 * makes them. None before a block was seen.
 *
 * @param secondsPerBlock - time between two blocks; less than a second counts as one
 */
export function upcomingBlocks(
  tip: Pick<Cursor, 'height' | 'time'> | undefined,
  secondsPerBlock: number,
): readonly BlockOverrides[] {
  if (tip === undefined) return [];
  const step = Math.max(1, Math.ceil(secondsPerBlock));
  return Array.from({ length: upcomingCount }, (_, index) => ({
    number: toQuantity(tip.height + index + 1),
    time: toQuantity(tip.time + (index + 1) * step),
  }));
}

/** Asks whether an endpoint tries calls in the block that is named, and not in the newest one. */
export const overridesRequest: RpcRequest = {
  method: 'eth_call',
  params: [{ data: numberCode }, 'latest', {}, { number: toQuantity(probedHeight) }],
};

/** Whether a reply to {@link overridesRequest} is that of an endpoint which does. */
export function takesOverrides(reply: RpcReply | undefined): boolean {
  return (
    reply?.ok === true &&
    typeof reply.result === 'string' &&
    /^0x[0-9a-fA-F]{64}$/.test(reply.result) &&
    BigInt(reply.result) === BigInt(probedHeight)
  );
}
