import type { z } from 'zod';
import type { Ledger } from '../chain/createLedger.js';
import type { Commitment } from '../chain/ledgerState.js';
import type { Clock } from '../control/createClock.js';
import type { Faucet } from '../control/createFaucet.js';
import type { Intake } from '../control/createIntake.js';
import type { Pace } from '../control/createPace.js';
import type { Venue } from '../venue/createVenue.js';
import { invalidParams, RpcError, rpcCodes } from './rpcError.js';

/** Chain and controls that methods act on. */
export interface RpcContext {
  readonly ledger: Ledger;
  readonly intake: Intake;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly faucet: Faucet;
  /** Venue of the shape of Jupiter's Swap API over the test pools. */
  readonly venue: Venue;
}

/** Method of the RPC; takes unchecked parameters. @throws RpcError */
export type Method = (context: RpcContext, params: unknown) => unknown;

/** Creates a method from the schemas of its parameters, in order, and its function. */
export function defineMethod<
  const Items extends readonly [z.ZodType, ...z.ZodType[]] | readonly [],
>(
  items: Items,
  run: (
    context: RpcContext,
    ...params: { readonly [Key in keyof Items]: z.output<Items[Key]> }
  ) => unknown,
): Method {
  return (context, params) => {
    const given: readonly unknown[] = Array.isArray(params) ? params : [];
    if (params !== undefined && params !== null && !Array.isArray(params))
      throw invalidParams('`params` should be an array');
    if (given.length > items.length)
      throw invalidParams(`Expected at most ${items.length} parameters`);
    const values = items.map((schema, index) => {
      const parsed = schema.safeParse(given[index]);
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      throw invalidParams(
        `Invalid params: ${['params', index, ...(issue?.path ?? [])].map(String).join('.')}: ${issue?.message ?? 'not valid'}.`,
      );
    });
    // The schema in the same place has parsed each value.
    return run(context, ...(values as { readonly [Key in keyof Items]: z.output<Items[Key]> }));
  };
}

/** Answer with the slot that it holds for. */
export function inContext<T>(
  slot: number,
  value: T,
): { readonly context: { readonly slot: number; readonly apiVersion: string }; readonly value: T } {
  return { context: { slot, apiVersion: version }, value };
}

/** Release of the node software whose answers these are. */
export const version = '2.3.0';

/** Slot options of a query. */
export interface SlotOptions {
  readonly commitment: Commitment;
  readonly minContextSlot?: number | null | undefined;
}

/** Slot of a query. @throws RpcError when the query names a later slot than the newest */
export function slotFor(
  { ledger }: RpcContext,
  { commitment, minContextSlot }: SlotOptions,
): number {
  const { slot } = ledger.tip(commitment);
  if (typeof minContextSlot === 'number' && slot < minContextSlot)
    throw new RpcError(
      rpcCodes.minContextSlotNotReached,
      'Minimum context slot has not been reached',
      { contextSlot: slot },
    );
  return slot;
}
