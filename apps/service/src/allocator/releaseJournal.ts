import { PortageError } from '@portage/core';
import type { ReleaseIntent } from '@portage/core/plugin';
import { openLineFile, type LineFile } from './lineFile.js';
import {
  readRecord,
  releaseName,
  releaseTerms,
  writeJson,
  type ReleaseRecord,
} from './releaseRecord.js';

/** Milliseconds that amounts count: the longest cap is of a day. */
const dayMs = 86_400_000;

/** Amount of a payment that was authorized at a time. */
interface Outflow {
  readonly name: string;
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
  /**
   * Sum of what was authorized in a currency of a chain since a time. A payment counts once, at its
   * latest authorization: the ones before have expired or share its nonce.
   *
   * @param except - payment to leave out of the sum
   */
  spentSince(
    place: Pick<ReleaseIntent, 'chainId' | 'currency'>,
    at: number,
    except?: ReleaseIntent,
  ): bigint;
  /** Is durable once it resolves; where it rejects, nothing was authorized. */
  append(record: ReleaseRecord): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a journal: a file with one JSON object a line, each on disk before its signature is made. A
 * line that was cut off by a crash or a full disk was never answered for, and is dropped.
 *
 * @param path - undefined keeps it in memory alone
 * @param openFile - opens the file of lines
 * @throws PortageError `INVALID_CONFIGURATION` where the file is no journal
 */
export async function openReleaseJournal(
  path: string | undefined,
  openFile: (path: string) => Promise<LineFile> = openLineFile,
): Promise<ReleaseJournal> {
  const payments = new Map<string, AuthorizedPayment>();
  const outflows = new Map<string, readonly Outflow[]>();
  const remember = ({ at, intent }: ReleaseRecord): void => {
    const name = releaseName(intent);
    const before = payments.get(name)?.most ?? 0n;
    const most = intent.amount > before ? intent.amount : before;
    payments.set(name, { terms: releaseTerms(intent), most });
    const place = placeOf(intent);
    const young = (outflows.get(place) ?? []).filter((each) => each.at > at - dayMs);
    outflows.set(
      place,
      expires(intent)
        ? [...young.filter((each) => each.name !== name), { name, at, amount: most }]
        : [...young, { name, at, amount: most - before }],
    );
  };
  const file = path === undefined ? undefined : await openFile(path);
  if (file !== undefined) await readLines(file, path, remember);
  return {
    find: (intent) => payments.get(releaseName(intent)),
    spentSince: (place, since, except) => {
      const left = except === undefined ? undefined : releaseName(except);
      return (outflows.get(placeOf(place)) ?? []).reduce(
        (sum, { name, at, amount }) => (at > since && name !== left ? sum + amount : sum),
        0n,
      );
    },
    append: async (record) => {
      await file?.append(writeJson(record));
      remember(record);
    },
    close: async () => file?.close(),
  };
}

/**
 * Whether a release is an authorization that expires, rather than the payment itself, which stays
 * good and counts where it was first made.
 */
export function expires({ expiry }: Pick<ReleaseIntent, 'expiry'>): boolean {
  return expiry > 0;
}

function placeOf({ chainId, currency }: Pick<ReleaseIntent, 'chainId' | 'currency'>): string {
  return `${String(chainId)}/${currency}`;
}

async function readLines(
  file: LineFile,
  path: string | undefined,
  remember: (record: ReleaseRecord) => void,
): Promise<void> {
  for (const [index, line] of file.lines.entries()) {
    const record = readRecord(line);
    if (record === undefined) {
      await file.close();
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `Line ${String(index + 1)} of ${String(path)} is no record of a journal.`,
        hint: 'Restore the file: without it the allocator would not know what it has authorized.',
      });
    }
    remember(record);
  }
}
