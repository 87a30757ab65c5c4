import type { MempoolEntry } from './entry.js';
import { scriptsOf } from '../chain/chainIndex.js';

/** Waiting transactions, found by id, by what they spend and by the scripts that they touch. */
export interface EntryIndex {
  readonly size: number;
  /** Virtual bytes of all. */
  readonly vsize: number;
  /** All, oldest first. */
  all(): Iterable<MempoolEntry>;
  get(txId: string): MempoolEntry | undefined;
  spender(outpoint: string): MempoolEntry | undefined;
  touching(script: string): readonly MempoolEntry[];
  add(entry: MempoolEntry): void;
  remove(entry: MempoolEntry): void;
}

/** Creates an empty index. */
export function createEntryIndex(): EntryIndex {
  const entries = new Map<string, MempoolEntry>();
  const spenders = new Map<string, MempoolEntry>();
  const byScript = new Map<string, Set<MempoolEntry>>();
  let vsize = 0;

  const add = (entry: MempoolEntry): void => {
    entries.set(entry.tx.id, entry);
    vsize += entry.tx.vsize;
    for (const { outpoint } of entry.tx.inputs) spenders.set(outpoint, entry);
    for (const parent of entry.parents) parent.children.add(entry);
    for (const script of scriptsOf(entry)) {
      const touching = byScript.get(script);
      if (touching === undefined) byScript.set(script, new Set([entry]));
      else touching.add(entry);
    }
  };
  const remove = (entry: MempoolEntry): void => {
    if (!entries.delete(entry.tx.id)) return;
    vsize -= entry.tx.vsize;
    for (const { outpoint } of entry.tx.inputs) spenders.delete(outpoint);
    for (const parent of entry.parents) parent.children.delete(entry);
    for (const child of entry.children) child.parents.delete(entry);
    for (const script of scriptsOf(entry)) {
      const touching = byScript.get(script);
      touching?.delete(entry);
      if (touching?.size === 0) byScript.delete(script);
    }
  };
  return {
    get size() {
      return entries.size;
    },
    get vsize() {
      return vsize;
    },
    all: () => entries.values(),
    get: (txId) => entries.get(txId),
    spender: (outpoint) => spenders.get(outpoint),
    touching: (script) => [...(byScript.get(script) ?? [])],
    add,
    remove,
  };
}
