import type { ChainEvent, Cursor } from '@portage/core/chain';
import { toldIn } from './head.js';

/** Transfers that were handed out, by the heights of their blocks. */
export interface Told {
  has(txId: string): boolean;
  /** Transfers of a block. */
  at(height: number): readonly string[];
  add(events: readonly ChainEvent[]): void;
  /** Forgets what is older than a block. */
  forget(height: number): void;
}

/** Starts with what the names of known blocks say. */
export function createTold(known: readonly Cursor[]): Told {
  const heights = new Map<string, number>(
    known.flatMap((block) => toldIn(block).map((txId) => [txId, block.height] as const)),
  );
  return {
    has: (txId) => heights.has(txId),
    at: (height) => [...heights].flatMap(([txId, at]) => (at === height ? [txId] : [])),
    add: (events) => {
      for (const { txId, height } of events) heights.set(txId, height);
    },
    forget: (below) => {
      for (const [txId, height] of heights) if (height < below) heights.delete(txId);
    },
  };
}
