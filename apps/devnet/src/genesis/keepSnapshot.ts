import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Snapshot to find or make. */
export interface SnapshotOptions {
  /** Folder of the snapshots. */
  readonly dir: string;
  /** Name of the kind of snapshot, such as `evm-8453`. */
  readonly name: string;
  /** Everything that the snapshot is made from: other inputs are another snapshot. */
  readonly inputs: string;
  readonly make: () => Promise<string>;
}

/** Folder of the snapshots by default; installing anew empties it. */
export const snapshotDir = fileURLToPath(
  new URL('../../node_modules/.cache/genesis/', import.meta.url),
);

/** Number of newest snapshots that stay: some for each chain and number of accounts. */
const keptMax = 24;

/**
 * Snapshot that was made of these inputs, or one that is made now and kept. A file that is damaged
 * counts as missing. Any number of processes may do so at once: a file appears whole, and theirs
 * are alike. Where nothing can be written, the snapshot is made each time.
 */
export async function keepSnapshot({ dir, name, inputs, make }: SnapshotOptions): Promise<string> {
  const path = join(dir, `${name}-${hashOf(inputs).slice(0, 32)}`);
  const kept = await readSnapshot(path);
  if (kept !== undefined) return kept;
  const text = await make();
  await writeSnapshot(path, text).catch(() => undefined);
  await removeOldest(dir).catch(() => undefined);
  return text;
}

/** The hash of the text is before it, so that one that was cut or changed is noticed. */
async function readSnapshot(path: string): Promise<string | undefined> {
  const file = await readFile(path, 'utf8').catch(() => '');
  const end = file.indexOf('\n');
  const text = file.slice(end + 1);
  return end !== -1 && file.slice(0, end) === hashOf(text) ? text : undefined;
}

async function writeSnapshot(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  await writeFile(draft, `${hashOf(text)}\n${text}`);
  await rename(draft, path);
}

/** Removes what no input asks for any more, drafts of killed processes included. */
async function removeOldest(dir: string): Promise<void> {
  const files = await Promise.all(
    (await readdir(dir)).map(async (name) => {
      const path = join(dir, name);
      return { path, time: (await stat(path)).mtimeMs };
    }),
  );
  const old = files.sort((a, b) => b.time - a.time).slice(keptMax);
  await Promise.all(old.map(({ path }) => rm(path, { force: true })));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
