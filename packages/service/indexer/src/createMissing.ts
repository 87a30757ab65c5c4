import type { RereadPlace } from '@portage/core/plugin';

/** Transactions that are looked up after one reading; the others wait for the next ones. */
const tracesMax = 50;

/** Times that a transaction is looked up of which a quorum tells nothing that is kept. */
const triesMax = 5;

/**
 * Times that looking a transaction up may fail: endpoints that are down for an hour lose none, and
 * an id that none of them can answer for does not stay.
 */
const failuresMax = 60;

/** Questions to the database and to the chain. */
export interface MissingOptions {
  /** Transactions with an event that nothing in the database tells of. */
  readonly unknown: (places: readonly RereadPlace[]) => Promise<readonly string[]>;
  /** Looks a transaction up and has taken in what a quorum tells of it. */
  readonly trace: (txId: string) => Promise<unknown>;
  /** Called with each transaction that is looked up no more. */
  readonly onGivenUp: (txId: string) => void;
  readonly signal: AbortSignal;
}

/** Transactions that were left out, as far as the second reading tells. */
export interface Missing {
  readonly count: () => number;
  /** First block of the oldest range in which one of them was reported; undefined without any. */
  readonly since: () => number | undefined;
  /** Adds what the database lacks of a range that begins with a block; their ids. */
  readonly add: (found: readonly RereadPlace[], first: number) => Promise<readonly string[]>;
  /** Forgets what was taken in meanwhile. */
  readonly forgetKnown: () => Promise<void>;
  /** Looks some of them up, those first that waited longest; fails as the first look does. */
  readonly lookUp: () => Promise<void>;
}

interface Entry {
  readonly places: readonly RereadPlace[];
  /** First block of the range in which it was reported. */
  readonly since: number;
  readonly tries: number;
  readonly failures: number;
}

/** Makes an empty list of transactions that were left out. */
export function createMissing({ unknown, trace, onGivenUp, signal }: MissingOptions): Missing {
  const entries = new Map<string, Entry>();

  /** It goes behind the others, unless it was looked up often enough. */
  function keep(txId: string, entry: Entry): void {
    entries.delete(txId);
    if (entry.tries < triesMax && entry.failures < failuresMax) entries.set(txId, entry);
    else onGivenUp(txId);
  }

  return {
    count: () => entries.size,
    since: () =>
      entries.size === 0
        ? undefined
        : Math.min(...[...entries.values()].map((entry) => entry.since)),
    add: async (found, first) => {
      const txIds = await unknown(found);
      for (const txId of txIds) {
        const places = found.filter((place) => place.txId === txId);
        entries.set(txId, { places, since: first, tries: 0, failures: 0 });
      }
      return txIds;
    },
    forgetKnown: async () => {
      const places = [...entries.values()].flatMap((entry) => entry.places);
      const still = new Set(await unknown(places));
      for (const txId of entries.keys()) if (!still.has(txId)) entries.delete(txId);
    },
    lookUp: async () => {
      for (const [txId, entry] of [...entries].slice(0, tracesMax)) {
        try {
          await trace(txId);
          keep(txId, { ...entry, tries: entry.tries + 1 });
        } catch (error) {
          if (!signal.aborted) keep(txId, { ...entry, failures: entry.failures + 1 });
          throw error;
        }
      }
    },
  };
}
