import type {
  SolanaTransactionData,
  WireInstruction,
} from '../transaction/solanaTransactionData.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The data of an item that is ours, or undefined. Written out, because a schema library would be
 * most of what a browser has to load.
 */
export function readItem(item: unknown): SolanaTransactionData | undefined {
  if (!isFields(item)) return undefined;
  const { instructions, addressLookupTableAddresses: tables = [], chainId, feePayer } = item;
  if (!Array.isArray(instructions) || instructions.length === 0 || !isTexts(tables))
    return undefined;
  if (chainId !== undefined && typeof chainId !== 'number') return undefined;
  if (feePayer !== undefined && typeof feePayer !== 'string') return undefined;
  const list: readonly unknown[] = instructions;
  const read = list.flatMap((entry) => readInstruction(entry) ?? []);
  if (read.length !== list.length) return undefined;
  return { instructions: read, addressLookupTableAddresses: tables, chainId, feePayer };
}

function readInstruction(value: unknown): WireInstruction | undefined {
  if (!isFields(value)) return undefined;
  const { keys, programId, data } = value;
  if (!Array.isArray(keys) || typeof programId !== 'string' || typeof data !== 'string')
    return undefined;
  const list: readonly unknown[] = keys;
  const read = list.flatMap((key) => {
    if (!isFields(key)) return [];
    const { pubkey, isSigner, isWritable } = key;
    return typeof pubkey === 'string' &&
      typeof isSigner === 'boolean' &&
      typeof isWritable === 'boolean'
      ? [{ pubkey, isSigner, isWritable }]
      : [];
  });
  return read.length === list.length ? { keys: read, programId, data } : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
