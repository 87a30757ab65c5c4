import { evmTransactionDataSchema, signatureDataSchema } from '@portage/core/schemas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readItem } from './readItem.js';

const transaction = {
  from: '0x1',
  to: '0x2',
  data: '0x',
  value: '1',
  chainId: 10,
  gas: '5',
  maxFeePerGas: '6',
  maxPriorityFeePerGas: '7',
};
const post = { endpoint: '/execute/permits', method: 'POST', body: { kind: 'claim' } };
const message = { sign: { signatureKind: 'eip191', message: 'hello' }, post };
const typed = {
  sign: {
    signatureKind: 'eip712',
    domain: { chainId: 1 },
    types: { A: [{ name: 'a', type: 'uint256' }], B: [] },
    primaryType: 'A',
    value: { a: 1 },
  },
  post,
};

/** Every value of a tree, as a path to it. */
function paths(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...at, key]))];
}

/** The tree with one value replaced, or left out. */
function spoil(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...(value as Record<string, unknown>) };
  Reflect.set(copy, key, spoil(Reflect.get(copy, key), rest, by));
  if (by === undefined && rest.length === 0 && !Array.isArray(copy))
    Reflect.deleteProperty(copy, key);
  return copy;
}

describe('readItem', () => {
  it('reads exactly what the schemas of the wire read', () => {
    const whole = fc.constantFrom<Record<string, unknown>>(transaction, message, typed);
    const junk = fc.constantFrom<unknown>(
      undefined,
      null,
      5,
      'x',
      '',
      true,
      [],
      {},
      [{}],
      Number.NaN,
    );
    fc.assert(
      fc.property(whole, fc.nat(), junk, fc.boolean(), (item, seed, by, intact) => {
        const all = paths(item).slice(1);
        const data = intact
          ? item
          : (spoil(item, all[seed % all.length]!, by) as Record<string, unknown>);
        const expected =
          evmTransactionDataSchema.safeParse(data).data ?? signatureDataSchema.safeParse(data).data;
        const read = readItem(data);
        expect(read?.kind === 'transaction' ? read.transaction : read?.signature).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});
