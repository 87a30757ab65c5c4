import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PortageError } from '@portage/core';
import type { ReleaseIntent } from '@portage/core/plugin';
import {
  readRecord,
  releaseName,
  releaseTerms,
  writeJson,
  type ReleaseRecord,
} from './releaseRecord.js';

/** Milliseconds that amounts count: the longest cap is of a day. */
const dayMs = 86_400_000;

/** Amount that was authorized at a time. */
interface Outflow {
  readonly at: number;
  readonly amount: bigint;
}

/** Payment that was authorized. */
export interface AuthorizedPayment {
  /** See `releaseTerms`. */
  readonly terms: string;
  /** Largest amount of its authorizations. */
  readonly most: bigint;
}

/** Everything that an allocator has authorized; nothing in it is ever changed. */
export interface ReleaseJournal {
  /** Terms of the same payment when it was authorized, and the most that it was authorized for. */
  find(intent: ReleaseIntent): AuthorizedPayment | undefined;
  /** Sum of what was authorized in a currency of a chain since a time. */
  spentSince(place: Pick<ReleaseIntent, 'chainId' | 'currency'>, at: number): bigint;
  /** Is durable once it resolves. */
  append(record: ReleaseRecord): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a journal: a file with one JSON object a line, each on disk before its signature is made. A
 * line that was cut off by a crash was never answered for, and is dropped.
 *
 * @param path - undefined keeps it in memory alone
 * @throws PortageError `INVALID_CONFIGURATION` where the file is no journal
 */
export async function openReleaseJournal(path: string | undefined): Promise<ReleaseJournal> {
  const payments = new Map<string, AuthorizedPayment>();
  const outflows = new Map<string, Outflow[]>();
  const remember = ({ at, intent }: ReleaseRecord): void => {
    const name = releaseName(intent);
    const most = payments.get(name)?.most ?? 0n;
    payments.set(name, {
      terms: releaseTerms(intent),
      most: intent.amount > most ? intent.amount : most,
    });
    if (intent.amount <= most) return;
    const place = placeOf(intent);
    const kept = (outflows.get(place) ?? []).filter((each) => each.at > at - dayMs);
    outflows.set(place, [...kept, { at, amount: intent.amount - most }]);
  };
  const file = path === undefined ? undefined : await openFile(path, remember);
  return {
    find: (intent) => payments.get(releaseName(intent)),
    spentSince: (place, since) =>
      (outflows.get(placeOf(place)) ?? []).reduce(
        (sum, { at, amount }) => (at > since ? sum + amount : sum),
        0n,
      ),
    append: async (record) => {
      if (file !== undefined) {
        await file.appendFile(`${writeJson(record)}\n`);
        await file.datasync();
      }
      remember(record);
    },
    close: async () => file?.close(),
  };
}

function placeOf({ chainId, currency }: Pick<ReleaseIntent, 'chainId' | 'currency'>): string {
  return `${String(chainId)}/${currency}`;
}

async function openFile(
  path: string,
  remember: (record: ReleaseRecord) => void,
): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  const text = await readFile(path, 'utf8');
  const end = text.lastIndexOf('\n') + 1;
  for (const [index, line] of text.slice(0, end).split('\n').slice(0, -1).entries()) {
    const record = readRecord(line);
    if (record === undefined) {
      await file.close();
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `Line ${String(index + 1)} of ${path} is no record of a journal.`,
        hint: 'Restore the file: without it the allocator would not know what it has authorized.',
      });
    }
    remember(record);
  }
  await file.truncate(Buffer.byteLength(text.slice(0, end)));
  return file;
}
