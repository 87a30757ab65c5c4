/** A value that endpoints can agree on: compared with `===`. */
export type QuorumValue = string | number | bigint | boolean | null;

/** Votes about one item of a question. */
export interface Tally<Value> {
  /** Counts what an endpoint tells; undefined where it has nothing to tell. */
  vote(value: Value | undefined): void;
  /** Value that enough endpoints have told. */
  agreed(): Value | undefined;
  /** Whether votes that are still to come can change what was agreed. */
  isDecided(outstanding: number): boolean;
}

/** Counts votes; the value that reaches `needed` first stays. Pure but for its own count. */
export function createTally<Value extends QuorumValue>(needed: number): Tally<Value> {
  const counts = new Map<Value, number>();
  let winner: Value | undefined;
  let most = 0;
  return {
    vote: (value) => {
      if (value === undefined) return;
      const count = (counts.get(value) ?? 0) + 1;
      counts.set(value, count);
      most = Math.max(most, count);
      if (count >= needed) winner ??= value;
    },
    agreed: () => winner,
    isDecided: (outstanding) => winner !== undefined || most + outstanding < needed,
  };
}
