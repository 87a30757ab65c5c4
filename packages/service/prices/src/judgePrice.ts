import { Money, type Price } from '@portage/core';
import type { PriceReading } from '@portage/core/chain';

/**
 * Quality that a price must have to be quoted from. Shares are basis points, times milliseconds.
 */
export interface PriceLimits {
  /** Oldest reading that is believed. */
  readonly maxAgeMs: number;
  /** Milliseconds that a reading may be ahead of our clock. */
  readonly aheadMsMax: number;
  /** Widest confidence, as a share of the price. */
  readonly confidenceBpsMax: bigint;
  /** Farthest from the price that was accepted before. */
  readonly jumpBpsMax: bigint;
  /**
   * Time for which a price beyond `jumpBpsMax` must hold to be believed all the same: markets do
   * move.
   */
  readonly settleMs: number;
  /**
   * Farthest from the price that was accepted up to `settleMs` before: many small steps must not
   * lead where a large one may not.
   */
  readonly speedBpsMax: bigint;
  /** Farthest from what the second feed says. */
  readonly guardBpsMax: bigint;
}

/** Why a price is not quoted from. */
export type PriceRefusal =
  | 'missing'
  | 'old'
  | 'ahead'
  | 'uncertain'
  | 'jumped'
  | 'guard missing'
  | 'guard old'
  | 'guard ahead'
  | 'guard uncertain'
  | 'guard disagrees';

/** Facts that a price is judged by. */
export interface PriceEvidence {
  readonly reading: PriceReading | undefined;
  /** `none` where one feed is all there is. */
  readonly guard: PriceReading | 'none' | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Memory of an asset between two judgements. */
export interface PriceMemory {
  /** The price that was accepted last, however long ago. */
  readonly accepted?: Price;
  /** Price that was accepted up to `settleMs` before, and when. */
  readonly anchor?: { readonly price: Price; readonly since: number };
  /** A price far from it, and since when it holds. */
  readonly jump?: { readonly price: Price; readonly since: number };
  /** Price that was accepted before a start, and when; until the first one after it is accepted. */
  readonly stored?: { readonly price: Price; readonly since: number };
}

/**
 * Farthest of the first price after a start from the last one before it, in basis points, however
 * long ago that was.
 */
const storedBpsMax = 5_000n;

/** A judgement, with what to remember until the next. */
export interface JudgedPrice {
  readonly refusal: PriceRefusal | undefined;
  readonly memory: PriceMemory;
}

/**
 * Judges the newest reading of an asset: alone, beside a second feed, and beside what was accepted
 * before. Pure.
 *
 * @example
 * ```ts
 * const { refusal, memory } = judgePrice({ reading, guard: 'none', now }, {}, limits);
 * ```
 */
export function judgePrice(
  { reading, guard, now }: PriceEvidence,
  memory: PriceMemory,
  limits: PriceLimits,
): JudgedPrice {
  const fault = findFault(reading, limits, now);
  if (reading === undefined || fault !== undefined) return { refusal: fault ?? 'missing', memory };
  const doubt = doubtOf(reading.value, guard, { limits, now });
  if (doubt !== undefined) return { refusal: doubt, memory };
  return judgeJump(reading.value, memory, { limits, now });
}

interface Judging {
  readonly limits: PriceLimits;
  readonly now: number;
}

function findFault(
  reading: PriceReading | undefined,
  limits: PriceLimits,
  now: number,
): 'missing' | 'old' | 'ahead' | 'uncertain' | undefined {
  if (reading === undefined || reading.value.usdE12 <= 0n) return 'missing';
  if (now - reading.observedAt > limits.maxAgeMs) return 'old';
  if (reading.observedAt - now > limits.aheadMsMax) return 'ahead';
  return isShareAbove(reading.confidence.usdE12, reading.value, limits.confidenceBpsMax)
    ? 'uncertain'
    : undefined;
}

/** A second feed that cannot be believed says nothing, and without its word nothing is quoted. */
function doubtOf(
  price: Price,
  guard: PriceEvidence['guard'],
  { limits, now }: Judging,
): PriceRefusal | undefined {
  if (guard === 'none') return undefined;
  const fault = findFault(guard, limits, now);
  if (guard === undefined || fault !== undefined) return `guard ${fault ?? 'missing'}`;
  return isFar(price, guard.value, limits.guardBpsMax) ? 'guard disagrees' : undefined;
}

function judgeJump(price: Price, memory: PriceMemory, { limits, now }: Judging): JudgedPrice {
  const { accepted, anchor, jump, stored } = memory;
  const settled: JudgedPrice = {
    refusal: undefined,
    memory: { accepted: price, anchor: { price, since: now } },
  };
  const start = anchor ?? (accepted === undefined ? undefined : { price: accepted, since: now });
  if (accepted === undefined || start === undefined) {
    if (stored === undefined || !isFar(price, stored.price, storedBound(stored, { limits, now })))
      return settled;
  } else if (
    !isFar(price, accepted, limits.jumpBpsMax) &&
    !isFar(price, start.price, limits.speedBpsMax)
  )
    return now - start.since >= limits.settleMs
      ? settled
      : { refusal: undefined, memory: { accepted: price, anchor: start } };
  const holds =
    jump !== undefined && !isFar(price, jump.price, limits.jumpBpsMax)
      ? jump
      : { price, since: now };
  if (now - holds.since >= limits.settleMs) return settled;
  return {
    refusal: 'jumped',
    memory: { ...memory, ...(start === undefined ? {} : { anchor: start }), jump: holds },
  };
}

/** The bound by speed for as long as the service was away, within a bound of its own. */
function storedBound(
  { since }: NonNullable<PriceMemory['stored']>,
  { limits: { speedBpsMax, settleMs }, now }: Judging,
): bigint {
  const ageMs = BigInt(Math.max(0, Math.ceil(now - since)));
  const grown = speedBpsMax + (speedBpsMax * ageMs) / BigInt(Math.max(1, settleMs));
  return grown < storedBpsMax ? grown : storedBpsMax;
}

function isFar(price: Price, other: Price, bpsMax: bigint): boolean {
  const difference = price.usdE12 - other.usdE12;
  return isShareAbove(difference < 0n ? -difference : difference, other, bpsMax);
}

function isShareAbove(part: bigint, whole: Price, bpsMax: bigint): boolean {
  return part * Money.wholeBps > whole.usdE12 * bpsMax;
}
