import { hexToBytes } from '@portage/core';
import type { Output } from '../transaction/createPsbt.js';

/** Where a transaction stands. */
export interface TransactionPlace {
  /** Height of its block; undefined while it waits. */
  readonly height: number | undefined;
}

const idPattern = /^[0-9a-f]{64}$/;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // An answer that is no JSON says nothing.
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? // The member is looked at by its type alone.
      (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Answer of `/tx/:id/status`; undefined where it is none. */
export function readPlace(text: string): TransactionPlace | undefined {
  return placeOf(readJson(text));
}

function placeOf(status: unknown): TransactionPlace | undefined {
  const isConfirmed = memberOf(status, 'confirmed');
  const height = memberOf(status, 'block_height');
  if (isConfirmed === false) return { height: undefined };
  return isConfirmed === true && typeof height === 'number' && Number.isSafeInteger(height)
    ? { height }
    : undefined;
}

/** Transaction that spent an output, and where it stands. */
export interface Spending {
  readonly txId: string;
  readonly place: TransactionPlace;
}

/** Answer of `/tx/:id/outspend/:vout`; undefined while the output is not spent. */
export function readOutspend(text: string): Spending | undefined {
  const answer = readJson(text);
  const txId = memberOf(answer, 'txid');
  const place = placeOf(memberOf(answer, 'status'));
  return memberOf(answer, 'spent') === true &&
    typeof txId === 'string' &&
    idPattern.test(txId) &&
    place !== undefined
    ? { txId, place }
    : undefined;
}

/** Outputs in an answer of `/tx/:id`; undefined where it is none. */
export function readOutputs(text: string): readonly Output[] | undefined {
  const list = memberOf(readJson(text), 'vout');
  if (!Array.isArray(list)) return undefined;
  const entries: readonly unknown[] = list;
  const outputs = entries.flatMap((entry): readonly Output[] => {
    const script = memberOf(entry, 'scriptpubkey');
    const value = memberOf(entry, 'value');
    return typeof script === 'string' &&
      /^(?:[0-9a-f]{2})*$/.test(script) &&
      typeof value === 'number' &&
      Number.isSafeInteger(value)
      ? [{ script: hexToBytes(`0x${script}`), value: BigInt(value) }]
      : [];
  });
  return outputs.length === entries.length ? outputs : undefined;
}
