/** Blocks whose arrival is remembered for each chain. */
const arrivalsMax = 50;

/** A block as it was first seen. */
export interface SeenBlock {
  readonly height: number;
  /** Milliseconds since 1970. */
  readonly seenAt: number;
}

/** Measured time between the blocks of chains. */
export interface BlockTimes {
  /** Notes the newest block of a chain; one that was noted before changes nothing. */
  note(chainId: number, block: SeenBlock): void;
  /** Seconds from one block to the next, of the last fifty; undefined before two have come. */
  blockSeconds(chainId: number): number | undefined;
}

interface Arrivals {
  /** Height that was there already when the chain was first looked at. */
  readonly first: number;
  seen: readonly SeenBlock[];
}

/** Makes the measurement. */
export function createBlockTimes(): BlockTimes {
  const chains = new Map<number, Arrivals>();
  return {
    note: (chainId, block) => {
      const known = chains.get(chainId);
      const newest = known?.seen.at(-1)?.height ?? known?.first;
      if (known === undefined || newest === undefined)
        chains.set(chainId, { first: block.height, seen: [] });
      else if (block.height > newest) known.seen = [...known.seen, block].slice(-arrivalsMax);
      // The chain went back: what was measured on the other branch counts no more.
      else if (block.height < newest) chains.set(chainId, { first: block.height, seen: [] });
    },
    blockSeconds: (chainId) => {
      const seen = chains.get(chainId)?.seen ?? [];
      const [from, to] = [seen[0], seen.at(-1)];
      return from === undefined || to === undefined || to.height === from.height
        ? undefined
        : (to.seenAt - from.seenAt) / 1_000 / (to.height - from.height);
    },
  };
}
