import { Money } from '@portage/core';
import type { Float } from './readFloats.js';

/** Part of what a float lacks, which another chain has to spare. */
export interface FundSource {
  /** Slug of the chain that it comes from. */
  readonly chain: string;
  /** Smallest units there. */
  readonly amount: bigint;
}

/** A float, and how it becomes what it should be. */
export interface FundLine {
  readonly float: Float;
  /** Smallest units that it lacks. */
  readonly missing: bigint;
  /** Amounts of the same currency that other chains have to spare. */
  readonly from: readonly FundSource[];
  /** Smallest units that no chain has to spare: they come from outside. */
  readonly outside: bigint;
}

/**
 * Plan that makes each float what it should be: first from chains that have more of the same
 * currency than they should, the one with the most first, and the rest from outside. Nothing is
 * given away twice, and no chain below what it should have. Amounts to send are rounded up, and
 * what arrives is rounded down. Pure.
 */
export function planFund(floats: readonly Float[]): readonly FundLine[] {
  const spare = new Map(floats.map((float) => [float, float.has - float.wanted]));
  return floats.map((float) => {
    const missing = float.wanted > float.has ? float.wanted - float.has : 0n;
    let outside = missing;
    const from: FundSource[] = [];
    const others = floats
      .filter((other) => other.asset === float.asset && (spare.get(other) ?? 0n) > 0n)
      .toSorted((one, other) => compare(worth(other, spare), worth(one, spare)));
    for (const other of others) {
      if (outside === 0n) break;
      const left = spare.get(other) ?? 0n;
      const needed = Money.convertUp(outside, float, other);
      const amount = needed < left ? needed : left;
      const arrives = needed <= left ? outside : Money.convertDown(amount, other, float);
      if (arrives === 0n) continue;
      spare.set(other, left - amount);
      outside -= arrives;
      from.push({ chain: other.chain, amount });
    }
    return { float, missing, from, outside };
  });
}

/** Micro-USD of what a chain has to spare. */
function worth(float: Float, spare: ReadonlyMap<Float, bigint>): bigint {
  return Money.usdDown(spare.get(float) ?? 0n, float.decimals, float.price);
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other);
}
