import { endpoints } from '@portage/core/schemas';
import { createChains } from '@portage/core/chain';
import { expect, test } from 'vitest';
import { toRequestsV3Query } from './toRequestsV3Query.js';

const one = `0x${'01'.repeat(32)}`;
const two = `0x${'02'.repeat(32)}`;

/** Ids and orders that a query looks up, one look-up after another. */
function lookups(query: object): readonly object[] {
  const read = endpoints.modelRequestsV3.query.parse(query);
  return toRequestsV3Query(read, undefined, createChains([])).lookups.map(({ id, orderId }) => ({
    ...(id === undefined ? {} : { id }),
    ...(orderId === undefined ? {} : { orderId }),
  }));
}

test.each([
  ['a term alone', { term: one }, [{ id: one }, { orderId: one }]],
  [
    'a term in capitals',
    { term: one.toUpperCase().replace('X', 'x') },
    [{ id: one }, { orderId: one }],
  ],
  ['a term and its own id', { term: one, id: one }, [{ id: one }, { id: one, orderId: one }]],
  ['a term and another id', { term: one, id: two }, [{ id: two, orderId: one }]],
  ['a term and another order', { term: one, orderId: two }, [{ id: one, orderId: two }]],
  ['a term beside two others', { term: one, id: two, orderId: two }, []],
])('%s passes over no member (requests#v3-term)', (_, query, wanted) => {
  expect(lookups(query)).toEqual(wanted);
});
