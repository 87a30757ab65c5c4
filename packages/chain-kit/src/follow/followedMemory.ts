import type { Observed } from '@portage/core';
import type { SharedReading } from '@portage/core/plugin';
import type { KnownBalances } from './createKnownBalances.js';

/** Readings of a chain that are kept in memory, and that one process shares with others. */
export interface FollowedMemory<Head, Market> extends Pick<KnownBalances, 'balances' | 'faults'> {
  readonly head: Observed<Head>;
  readonly market: Observed<Market> | undefined;
}

/** An observed value with its age in milliseconds. */
type Aged = readonly [value: unknown, ageMs: number];

interface PrintedMemory {
  readonly shape: string;
  readonly head: Aged;
  readonly market: Aged | undefined;
  readonly balances: readonly (readonly [currency: string, value: unknown, ageMs: number])[];
  readonly faults: readonly (readonly [currency: string, fault: string])[];
}

const bigintText = /^-?\d+n$/;

/**
 * Prints what was read of a chain as text for other processes. Times are ages, so that clocks of
 * processes may differ.
 *
 * @param shape - names the members of head and market; a reader of another shape takes nothing
 * @example
 * ```ts
 * import { printMemory } from '@portage/chain-kit';
 *
 * const head = { value: { height: 7, hash: '0x…' }, observedAt: Date.now() };
 * const memory = { head, market: undefined, balances: new Map(), faults: new Map() };
 * printMemory('mychain-1', memory, Date.now());
 * ```
 */
export function printMemory<Head, Market>(
  shape: string,
  { head, market, balances, faults }: FollowedMemory<Head, Market>,
  now: number,
): string {
  const printed: PrintedMemory = {
    shape,
    head: [head.value, now - head.observedAt],
    market: market === undefined ? undefined : [market.value, now - market.observedAt],
    balances: [...balances].map(([currency, { value, observedAt }]) => [
      currency,
      value,
      now - observedAt,
    ]),
    faults: [...faults],
  };
  return JSON.stringify(printed, (_, value: unknown) =>
    typeof value === 'bigint' ? `${String(value)}n` : value,
  );
}

/** Reads what another process printed; undefined where that was of another shape. */
export function parseMemory<Head, Market>(
  shape: string,
  { text, sharedAt }: SharedReading,
): FollowedMemory<Head, Market> | undefined {
  const parsed: unknown = JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && bigintText.test(value) ? BigInt(value.slice(0, -1)) : value,
  );
  // Text of the same shape was printed by the function above.
  const printed = parsed as PrintedMemory;
  if (printed.shape !== shape) return undefined;
  const aged = <Value>([value, ageMs]: Aged): Observed<Value> => ({
    // The shape names the members.
    value: value as Value,
    observedAt: sharedAt - ageMs,
  });
  const { head, market, balances, faults } = printed;
  return {
    head: aged<Head>(head),
    market: market === undefined ? undefined : aged<Market>(market),
    balances: new Map(
      balances.map(([currency, value, ageMs]) => [currency, aged<bigint>([value, ageMs])]),
    ),
    faults: new Map(faults),
  };
}
