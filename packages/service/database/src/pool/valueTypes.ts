import { assert } from '@portage/core';
import pg, { type CustomTypesConfig } from 'pg';

function parseInt8(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `bigint column holds ${text}, which is no safe integer`);
  return value;
}

/**
 * Elements of a one-dimensional array of numbers, which are never quoted; none of our arrays holds
 * nulls.
 */
function parseArray<T>(text: string, parse: (element: string) => T): T[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(parse);
}

function parseTime(text: string): number {
  const time = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  assert(!Number.isNaN(time), `timestamp ${text} cannot be read`);
  return time;
}

/** `\x01ff`, as `bytea_output` has it, becomes `0x01ff`. */
function parseBytes(text: string): string {
  assert(text.startsWith('\\x'), 'bytes are written in hexadecimal digits');
  return `0${text.slice(1)}`;
}

/** Parsers by the object ids of the types: bytea, int8, numeric, timestamptz, int8[], numeric[]. */
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [17, parseBytes],
  [20, parseInt8],
  [1700, BigInt],
  [1184, parseTime],
  [1016, (text) => parseArray(text, parseInt8)],
  [1231, (text) => parseArray(text, BigInt)],
]);

/**
 * Value types of our connections, without a change of the driver's global table: `numeric` as
 * bigint (amounts are whole smallest units; a fraction is a bug), `bigint` as a safe number,
 * `timestamptz` as milliseconds since 1970, `jsonb` as parsed JSON, `bytea` as `0x` and hexadecimal
 * digits, as everywhere outside of the database. The driver reads all others.
 */
export const valueTypes: CustomTypesConfig = {
  // The driver types its own table as any; it holds functions of the text alone.
  getTypeParser: (oid, format) =>
    parsers.get(oid) ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};
