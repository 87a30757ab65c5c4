import { createClosers } from './closers.js';
import { compareSides, type Comparison } from './compareSides.js';
import { createLoad } from './loads/createLoad.js';
import type { LoadName } from './loads/load.js';
import type { Report } from './printComparison.js';
import { warmUp } from './runLoad.js';
import { startSide } from './side/startSide.js';
import { currentTree, treeOf } from './tree/prepareTree.js';

/** Commit, loads and rounds of a comparison. */
export interface CompareOptions {
  /** Commit that this tree is compared with. */
  readonly base: string;
  readonly loads: readonly LoadName[];
  readonly rounds: number;
  /** Receives the progress of the run. */
  readonly note: (text: string) => void;
}

/**
 * Compares this tree with a commit in one run: both run at the same time and are asked in turns.
 */
export async function compareCommits(options: CompareOptions): Promise<Report> {
  const { rounds, note } = options;
  const closers = createClosers();
  try {
    const head = await currentTree();
    const base = await treeOf(options.base, note);
    closers.add(() => base.remove());
    note(`starting ${base.label} and ${head.label}`);
    const sides = { base: await startSide(base, closers), head: await startSide(head, closers) };
    const comparisons: Comparison[] = [];
    for (const name of options.loads) {
      const load = createLoad(name);
      note(`${name}: warming up`);
      await warmUp(load, sides);
      note(`${name}: ${String(rounds)} rounds`);
      comparisons.push(await compareSides(load, sides, rounds));
    }
    return { base: base.label, head: head.label, rounds, comparisons };
  } finally {
    await closers.close();
  }
}
