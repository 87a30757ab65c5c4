import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PortageError } from '@portage/core';
import type { Settlement } from '@portage/settlement';
import { usageError } from '../usageError.js';
import {
  brokenArchive,
  manifestName,
  readManifest,
  writeManifest,
  type Manifest,
} from './manifest.js';
import { checkFile, createOrderFiles, readLines } from './orderFiles.js';
import { parseLine } from './orderLine.js';

type Archives = Settlement['archives'];
type StoredArchive = Awaited<ReturnType<Archives['begin']>>;

/** Month to archive, and the folder that its files go to. */
export interface ArchiveOptions {
  /** As in `2026-01`. */
  readonly month: string;
  /** Milliseconds since 1970, before which requests must have ended. */
  readonly endedBefore: number;
  /** Folder of all archives of a database. */
  readonly out: string;
  /** Orders that are dropped at once. */
  readonly batch: number;
  readonly note: (text: string) => void;
  /** Called by name at each place where the process may die. */
  readonly failpoint: (name: string) => void;
}

/** An archive that is written and dropped. */
export interface Archived {
  readonly id: string;
  readonly folder: string;
  readonly manifest: Manifest;
  /** Orders that are in its files and stayed, because something happened to them meanwhile. */
  readonly kept: number;
}

const requestsAtOnce = 500;

const counted = (orders: number): string => orders.toLocaleString('en');

/**
 * Archives a month: files first, then their manifest, then the note in the database, and only then
 * are orders dropped. It goes on where an earlier run ended.
 *
 * @throws PortageError where the files are not those that were written
 * @throws InvalidArgumentError where another run has written the month to another folder meanwhile
 */
export async function archiveMonth(archives: Archives, options: ArchiveOptions): Promise<Archived> {
  const open = (await archives.list()).find(
    ({ month, isDropped }) => month === options.month && !isDropped,
  );
  const archive = open ?? (await archives.begin(options.month));
  options.failpoint('begun');
  const folder = join(options.out, archive.id);
  if (archive.manifest === undefined) {
    const manifest = await writeFiles(archives, archive, folder, options);
    options.failpoint('manifest');
    if (!(await archives.note(archive.id, manifest)))
      throw usageError(
        `Another run has written ${archive.id} to another folder: the files in ${folder} are of no use. Give its --out.`,
      );
    options.failpoint('noted');
  }
  return dropAll(archives, archive.id, folder, options);
}

/** Writes all files anew: nothing was dropped yet, and what is there may be half of it. */
async function writeFiles(
  archives: Archives,
  { id, token }: StoredArchive,
  folder: string,
  { month, endedBefore, note, failpoint }: ArchiveOptions,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = await readManifest(folder);
  if (there !== undefined && there.manifest.token !== token)
    throw usageError(`${folder} is an archive of another database. Give another --out.`);
  for (const name of [manifestName, ...(await readdir(folder))])
    if (name.startsWith(manifestName) || /^orders-\d+\.jsonl\.gz$/.test(name))
      await rm(join(folder, name), { force: true });
  const files = createOrderFiles(folder);
  let place: Parameters<Archives['lines']>[1];
  let orders = 0;
  do {
    const { lines, next } = await archives.lines({ month, endedBefore }, place, requestsAtOnce);
    await files.add(lines.map(({ line }) => line));
    orders += lines.length;
    note(`writing ${id}: ${counted(orders)} orders`);
    failpoint('lines');
    place = next;
  } while (place !== undefined);
  const manifest = { format: 'portage-archive', version: 1, id, month, token } as const;
  return writeManifest(folder, {
    ...manifest,
    endedBefore: new Date(endedBefore).toISOString(),
    orders,
    files: [...(await files.end())],
  });
}

/** Times that an archive asks for a moment between the steps of chains, and the time between. */
const attemptsMax = 240;
const pauseMs = 250;

async function untilDropped(drop: () => ReturnType<Archives['drop']>): Promise<void> {
  for (let attempt = 1; (await drop()) === undefined; attempt += 1) {
    if (attempt === attemptsMax)
      throw new PortageError('SERVICE_UNAVAILABLE', {
        message: 'The steps of chains leave no moment to drop archived orders.',
        hint: 'Run it again when fewer deposits come in: it goes on where it ended.',
      });
    await sleep(pauseMs);
  }
}

/** Drops what the files have; they are read back for it, so what cannot be read is not dropped. */
async function dropAll(
  archives: Archives,
  id: string,
  folder: string,
  { batch, note, failpoint }: ArchiveOptions,
): Promise<Archived> {
  const written = (await archives.list()).find((archive) => archive.id === id);
  const read = await readManifest(folder);
  if (read === undefined || read.sha256 !== written?.manifest)
    throw brokenArchive(
      `${folder} has not the manifest of the archive ${id}, which was written and is not dropped yet. Give the --out of then.`,
    );
  const { manifest } = read;
  const month = { month: manifest.month, endedBefore: Date.parse(manifest.endedBefore) };
  for (const file of manifest.files) await checkFile(folder, file);
  let passed = 0;
  for (const file of manifest.files)
    for await (const texts of readLines(folder, file, batch)) {
      const lines = texts.map((line) => ({ orderId: parseLine(line).orderId, line }));
      await untilDropped(() => archives.drop(id, month, lines));
      failpoint('dropped');
      passed += lines.length;
      note(`dropping ${id}: ${counted(passed)} of ${counted(manifest.orders)} orders`);
    }
  await archives.finish(id);
  failpoint('finished');
  const now = (await archives.list()).find((archive) => archive.id === id);
  return { id, folder, manifest, kept: manifest.orders - (now?.orders ?? 0) };
}
