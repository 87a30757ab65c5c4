import { base58 } from '@scure/base';
import type { Message } from '../wire/decodeTransaction.js';
import { programs } from '../wire/programs.js';
import type { AccountState } from './createBank.js';

/** Accounts of a transaction in the order of instructions' indexes. */
export interface ResolvedKeys {
  readonly all: readonly string[];
  readonly writable: readonly boolean[];
  readonly loaded: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
}

/** Bytes before the first address in a lookup table. */
const tableHead = 56;

/** Accounts of a message with those from lookup tables. A table that cannot be read adds none. */
export function resolveKeys(
  message: Message,
  account: (address: string) => AccountState | undefined,
): ResolvedKeys {
  const { accountKeys, signers, readonlySigners, readonlyOthers, lookups } = message;
  const writable: string[] = [];
  const readonly: string[] = [];
  for (const lookup of lookups) {
    const entries = readTable(account(lookup.table));
    for (const index of lookup.writable) writable.push(...entries.slice(index, index + 1));
    for (const index of lookup.readonly) readonly.push(...entries.slice(index, index + 1));
  }
  const own = accountKeys.map(
    (_, index) =>
      index < signers - readonlySigners ||
      (index >= signers && index < accountKeys.length - readonlyOthers),
  );
  return {
    all: [...accountKeys, ...writable, ...readonly],
    writable: [...own, ...writable.map(() => true), ...readonly.map(() => false)],
    loaded: { writable, readonly },
  };
}

function readTable(table: AccountState | undefined): readonly string[] {
  if (table?.owner !== programs.lookupTable) return [];
  const count = Math.max(0, Math.floor((table.data.length - tableHead) / 32));
  return Array.from({ length: count }, (_, index) =>
    base58.encode(table.data.subarray(tableHead + 32 * index, tableHead + 32 * (index + 1))),
  );
}
