import { isPortageError, type QuoteRequest } from '@portage/core';
import { parseQuoteRequest, quoteBodySchema } from '@portage/core/schemas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBody } from './readRequest.js';

const user = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const hash = `0x${'ab'.repeat(32)}`;
const names = Object.keys(quoteBodySchema.shape);

/** Values around the borders of every kind of member. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    true,
    false,
    null,
    0,
    -0,
    1,
    -1,
    1.5,
    16,
    17,
    10_000,
    10_001,
    21_000,
    30_000_000,
    30_000_001,
    2 ** 53 - 1,
    2 ** 53,
    1e308,
    Number.POSITIVE_INFINITY,
  ),
  fc.constantFrom(
    '',
    '0',
    '00',
    '7',
    '10000',
    '10001',
    '12.5',
    '.5',
    '5.',
    '1e3',
    '-1',
    '٣',
    ' 1',
    '1\n',
    '0x',
    '0x0',
    '0xAb',
    user,
    `${user}\n`,
    hash,
    'EXACT_INPUT',
    'exact_input',
    'execution',
    'relay',
    'rent',
  ),
  fc
    .constantFrom(1, 64, 65, 77, 78, 79, 128, 129, 132, 133, 256, 257)
    .chain((length) =>
      fc.constantFrom('9'.repeat(length), '🦀'.repeat(Math.ceil(length / 2)), 'é'.repeat(length)),
    ),
  fc.constantFrom<unknown>(
    [],
    [[]],
    [{}],
    ['execution'],
    ['execution', 'execution'],
    ['swap', 'service', 'relay'],
    ['x'.repeat(64)],
    ['x'.repeat(65)],
    Array.from({ length: 65 }, () => 'x'),
  ),
  fc.constantFrom<unknown>(
    {},
    { userPublicKey: 'x' },
    { userPublicKey: 1 },
    { userPublicKey: undefined },
  ),
  fc.constantFrom<unknown>(
    [{ recipient: user, fee: '25' }],
    [
      { recipient: user, fee: '10000' },
      { recipient: '', fee: '1' },
    ],
    [{ recipient: user, fee: '1.23456' }],
    [{ recipient: user, fee: '1', more: 1 }],
  ),
  fc.constantFrom<unknown>(
    [{ to: user, value: '0', data: '0x' }],
    [{ to: hash, value: '0', data: '0x' }],
    [{ to: user, value: '0', data: '0x', originalTxValue: 'x' }],
  ),
  fc.constantFrom<unknown>(
    [{ chainId: 0, address: user, nonce: 0, yParity: 1, r: hash, s: hash }],
    [{ chainId: 0.5, address: user, nonce: 0, yParity: 2, r: hash, s: '0x' }],
  ),
);

const member = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom('unknown', 'constructor', 'toString'),
);
const body = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .array(fc.tuple(member, value), { maxLength: 5 })
      .map((members): unknown => ({ user, ...Object.fromEntries(members) })),
  },
  { weight: 1, arbitrary: fc.oneof(value, fc.jsonValue()) },
);

/** Body as a reader takes it, without the members that it does not know. */
function outcome(reader: (input: unknown) => QuoteRequest, input: unknown): unknown {
  try {
    const request = reader(structuredClone(input));
    return {
      ...request,
      body: Object.fromEntries(
        names.map((name) => [
          name,
          JSON.stringify(Object.entries(request.body).find(([known]) => known === name)?.[1]),
        ]),
      ),
    };
  } catch (error) {
    if (!isPortageError(error)) throw error;
    return { code: error.code, message: error.message, details: error.details };
  }
}

const withoutMore = (text: unknown): unknown =>
  typeof text === 'object'
    ? JSON.parse(
        JSON.stringify(text, (_, each: unknown) =>
          typeof each === 'bigint' ? String(each) : each,
        ).replaceAll(',\\"more\\":1', ''),
      )
    : text;

it.each(['recipient', 'refundTo', 'referrer', 'usePermit'])(
  'says of a null in %s to leave the member out, and takes a body without it',
  (member) => {
    const body = { user, originChainId: 8453, destinationChainId: 10, amount: '1000' };
    expect(readBody(body)).toMatchObject({ user });
    expect(() => readBody({ ...body, [member]: null })).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(
          new RegExp(`^${member}: .*received null; leave the member out where it is not set$`),
        ) as string,
      }),
    );
  },
);

describe('a request', () => {
  it('makes of every body what the plain one makes of it', () => {
    fc.assert(
      fc.property(body, (input) => {
        expect(withoutMore(outcome(readBody, input))).toEqual(
          withoutMore(outcome(parseQuoteRequest, input)),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it('fills in the defaults', () => {
    expect(readBody({ user }).body).toEqual(parseQuoteRequest({ user }).body);
  });
});
