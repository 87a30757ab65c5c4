import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints, type Endpoint } from './endpoints.js';

const all: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);

/** Members of all queries that are read as numbers. */
const members = all.flatMap(([name, { query }]) => {
  if (!(query instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, z.ZodType>> = query.shape;
  return Object.entries(shape).flatMap(([member, schema]) =>
    typeof schema.safeParse('7').data === 'number' ? [{ name, member, schema }] : [],
  );
});

test('A1: numbers are read of many queries', () => {
  expect(new Set(members.map(({ member }) => member))).toEqual(
    new Set([
      'limit',
      'days',
      'chainId',
      'originChainId',
      'destinationChainId',
      'currencyInChainId',
      'currencyOutChainId',
      'startTimestamp',
      'endTimestamp',
      'startBlock',
      'endBlock',
    ]),
  );
});

/** Texts that JavaScript or a proxy reads as a number, and no client writes for one. */
const others = [
  '',
  ' ',
  ' 7',
  '7\n',
  '0x7',
  '0b111',
  '7e0',
  '+7',
  '7.0',
  '07',
  '\uff17',
  ['7'],
  true,
];

test.each(members)('A1: $member of $name is its digits or a number, and nothing else', (read) => {
  expect(others.filter((value) => read.schema.safeParse(value).success)).toEqual([]);
  expect([read.schema.parse('7'), read.schema.parse(7)]).toEqual([7, 7]);
  expect(read.schema.safeParse('9'.repeat(17)).success).toBe(false);
});
