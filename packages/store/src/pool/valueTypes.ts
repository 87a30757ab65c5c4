import { assert } from '@portage/core';
import pg, { type CustomTypesConfig } from 'pg';

const oids = { int8: 20, int8Array: 1016, numeric: 1700, numericArray: 1231, timestamptz: 1184 } as const;

function parseInt8(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `bigint column holds ${text}, which is no safe integer`);
  return value;
}

/** Elements of a one-dimensional array of numbers, which are never quoted; none of our arrays holds nulls. */
function parseArray<T>(text: string, parse: (element: string) => T): T[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(parse);
}

function parseTime(text: string): number {
  const time = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  assert(!Number.isNaN(time), `timestamp ${text} cannot be read`);
  return time;
}

/**
 * How values of PostgreSQL are read on our connections, without touching the driver's global table: `numeric` as
 * bigint (amounts are whole smallest units; a fraction is a bug), `bigint` as a safe number, `timestamptz` as
 * milliseconds since 1970, `jsonb` as parsed JSON. Everything else as the driver does.
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) => {
    if (oid === oids.numeric) return BigInt;
    if (oid === oids.int8) return parseInt8;
    if (oid === oids.timestamptz) return parseTime;
    if (oid === oids.numericArray) return (text) => parseArray(text, BigInt);
    if (oid === oids.int8Array) return (text) => parseArray(text, parseInt8);
    return pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format);
  }),
};
