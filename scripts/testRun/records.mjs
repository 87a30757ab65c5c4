import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manager } from '../packageManager.mjs';
import { root, runQuietly } from '../runSteps.mjs';

/**
 * Tasks of turbo.json whose inputs decide what a part finds, by the part. The build decides it too,
 * but follows from the same inputs.
 */
const tasks = {
  generated: '@portage/contracts#generate:check',
  snapshot: '@portage/contracts#snapshot:check',
  forge: '@portage/contracts#test:forge',
  lint: '//#lint',
  types: '//#types',
  unit: '//#test:unit',
  node: '//#test:node',
};

const folder = join(root, 'node_modules/.cache/test-run');

/** Hashes of the tasks' inputs, files that differ from the newest commit among them. */
async function readHashes() {
  const names = Object.values(tasks).map((task) => task.replace(/^@.*#/, ''));
  const { code, text } = await runQuietly([
    ...manager,
    'exec',
    'turbo',
    'run',
    ...names,
    '--filter=//',
    '--filter=@portage/contracts',
    '--dry=json',
  ]);
  if (code !== 0) return new Map();
  const { tasks: found } = JSON.parse(text.slice(text.indexOf('{')));
  return new Map(found.map(({ taskId, hash }) => [taskId, hash]));
}

/**
 * Records of parts that passed: one whose inputs are as they were need not run again. Without
 * hashes nothing is kept, and with `isForced` nothing is found.
 */
export async function openRecords({ isForced }) {
  const hashes = await readHashes();
  const keyOf = (name) => {
    const hash = hashes.get(tasks[name]);
    return hash === undefined ? undefined : join(folder, `${name}-${hash}-${process.version}.json`);
  };
  return {
    /** Outcome of the part when it passed with these inputs. */
    find(name) {
      const file = keyOf(name);
      if (file === undefined || isForced) return undefined;
      try {
        return { ...JSON.parse(readFileSync(file, 'utf8')), text: '', ms: 0, isKept: true };
      } catch {
        return undefined;
      }
    },
    /** Keeps an outcome without a failure. */
    save({ name, passed, failed, files }) {
      const file = keyOf(name);
      if (file === undefined || failed > 0 || process.env.PORTAGE_NIGHTLY !== undefined) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, JSON.stringify({ name, passed, failed, failures: [], files }));
    },
  };
}
