import { join } from 'node:path';
import type { Settlement } from '@portage/settlement';
import { brokenArchive, readManifest } from './manifest.js';
import { checkFile, readLines } from './orderFiles.js';
import { parseLine, type ArchivedLine } from './orderLine.js';

type Archives = Settlement['archives'];

/** Result of comparing the files of archives with the books. */
export interface ArchivesCheck {
  readonly archives: number;
  readonly orders: number;
  /** Sentences about what does not fit; empty when all is well. */
  readonly faults: readonly string[];
}

const ordersAtOnce = 1_000;

/** Sums of postings by a key. */
type Sums = Map<string, bigint>;

function add(sums: Sums, key: string, amount: bigint): void {
  const sum = (sums.get(key) ?? 0n) + amount;
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
}

/** Keys in which two sums differ, and by how much. */
function differences(expected: Sums, found: Sums): readonly string[] {
  const off = new Map(found);
  for (const [key, amount] of expected) add(off, key, -amount);
  return [...off].map(([key, amount]) => `${key} is off by ${String(amount)}`);
}

/**
 * Reads all archives back: their hashes, whether each entry balances and each order ends even, and
 * whether they add up to what was carried forward. Balances are reckoned again from the first
 * posting, of files and database together.
 */
export async function checkArchives(
  archives: Archives,
  folder: string,
  note: (text: string) => void,
): Promise<ArchivesCheck> {
  const faults: string[] = [];
  const total: Sums = new Map();
  let orders = 0;
  const list = (await archives.list()).filter(({ manifest }) => manifest !== undefined);
  for (const { id, manifest: expected, orders: dropped } of list) {
    const place = join(folder, id);
    const read = await readManifest(place);
    if (read === undefined || read.sha256 !== expected)
      throw brokenArchive(`${place} has not the manifest of the archive ${id}.`);
    const carried: Sums = new Map();
    let found = 0;
    for (const file of read.manifest.files) {
      await checkFile(place, file);
      for await (const texts of readLines(place, file, ordersAtOnce)) {
        const lines = texts.map(parseLine);
        const gone = new Set(
          await archives.dropped(
            id,
            lines.map(({ orderId }) => orderId),
          ),
        );
        for (const line of lines.filter(({ orderId }) => gone.has(orderId))) {
          found += 1;
          faults.push(...addLine(line, total, carried));
        }
        note(`reading ${id}: ${found.toLocaleString('en')} orders`);
      }
    }
    orders += found;
    if (found !== dropped)
      faults.push(`${id}: ${String(dropped)} orders were dropped, the files have ${String(found)}`);
    const sums: Sums = new Map();
    for (const { kind, account, asset, amount } of await archives.carried(id))
      add(sums, carriedKey(kind, account, asset, amount), amount);
    faults.push(...differences(sums, carried).map((text) => `${id}: carried forward, ${text}`));
  }
  const balances: Sums = new Map();
  for (const { account, asset, amount } of await archives.archivedBalances())
    add(balances, `${account} ${asset}`, amount);
  faults.push(...differences(balances, total).map((text) => `from the first posting, ${text}`));
  return { archives: list.length, orders, faults };
}

const carriedKey = (kind: string, account: string, asset: string, amount: bigint): string =>
  `${kind} ${account} ${asset} ${amount < 0n ? 'given' : 'got'}`;

/** Adds the postings of an order to both sums; what is wrong with it alone. */
function addLine(
  { orderId, entries }: ArchivedLine,
  total: Sums,
  carried: Sums,
): readonly string[] {
  const faults: string[] = [];
  const own: Sums = new Map();
  for (const { kind, postings } of entries) {
    const entry: Sums = new Map();
    for (const { account, asset, amount: text } of postings) {
      const amount = BigInt(text);
      add(entry, asset, amount);
      add(total, `${account} ${asset}`, amount);
      if (account.includes(orderId)) add(own, `${account} ${asset}`, amount);
      add(carried, carriedKey(kind, account.replace(orderId, 'archived'), asset, amount), amount);
    }
    if (entry.size > 0) faults.push(`${orderId}: an entry of kind ${kind} does not balance`);
  }
  if (own.size > 0) faults.push(`${orderId}: its own accounts are not even`);
  return faults;
}
