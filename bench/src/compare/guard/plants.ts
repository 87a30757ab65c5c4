import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadName } from '../loads/load.js';
import type { Tree } from '../tree/prepareTree.js';

/** Function that runs once for each order of a load, by its name in the built program. */
const hotFunctions: Readonly<Record<LoadName, string>> = {
  quote: 'priceRequest',
  fill: 'planFill',
  index: 'judgeDeposit',
};

const program = 'apps/service/dist/service.js';

/** Slowdown to plant. */
export interface Plant {
  readonly load: LoadName;
  /** CPU microseconds beside the work of each order. */
  readonly microseconds: number;
}

/**
 * Puts work beside the hot function of a load into the built program of a tree; the returned
 * function takes it out again. The tree has to be one of its own.
 */
export async function plantWork(tree: Tree, plant: Plant): Promise<() => Promise<void>> {
  const file = join(tree.folder, program);
  const text = await readFile(file, 'utf8');
  await writeFile(file, withWork(text, plant));
  return () => writeFile(file, text);
}

/** Text of a program with planted work. */
export function withWork(text: string, { load, microseconds }: Plant): string {
  const name = hotFunctions[load];
  const start = new RegExp(`function ${name}\\([^\\n]*\\) \\{\\n`, 'g');
  const found = text.match(start) ?? [];
  if (found.length !== 1)
    throw new Error(
      `The program has ${String(found.length)} functions ${name}, and one is wanted.`,
    );
  const turns = Math.round(microseconds * turnsAMicrosecond());
  return `${text.replace(start, (head) => `${head}  plantedWork(${String(turns)});\n`)}\n${plantedWork.toString()}\n`;
}

/** Work that no compiler takes out. It is copied into the program, so it stands for itself. */
function plantedWork(turns: number): void {
  let value = 1;
  for (let turn = 0; turn < turns; turn += 1) value = (Math.imul(value, 48_271) + turn) | 0;
  if (value === 0.5) throw new Error('No whole number is one half.');
}

/** Turns of the planted work in a CPU microsecond of this machine, compiled. */
function turnsAMicrosecond(): number {
  const turns = 20_000_000;
  plantedWork(turns);
  const before = process.cpuUsage();
  plantedWork(turns);
  const { user, system } = process.cpuUsage(before);
  return turns / (user + system);
}
