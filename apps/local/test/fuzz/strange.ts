import fc from 'fast-check';

/** Values that are invalid everywhere, or nearly. */
export const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -0,
    2 ** 53,
    2 ** 31,
    '',
    ' ',
    '0',
    '-1',
    '1e18',
    '0x',
    '0x0',
    '00',
    '١٢٣',
    '１２３',
    'NaN',
    'null',
    '__proto__',
    'constructor',
    '%00',
    '\u0000',
    '\ud800',
    '\u202e',
    '🦀',
    'a\u0301',
    '../../etc/passwd',
    "'; drop table requests; --",
    '${7*7}',
    '{{7*7}}',
  ),
  fc.constantFrom(1, 77, 78, 79, 256, 257, 10_000, 50_000).map((length) => '9'.repeat(length)),
  fc
    .constantFrom(42, 66, 262_147, 5_001)
    .map((length) => `0x${'f'.repeat(length - 2)}`.slice(0, 60_000)),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(1, 65, 2_000).map((length) => Array.from({ length }, () => ({}))),
  fc.constantFrom<unknown>(
    { __proto__: null, toString: 'x' },
    { constructor: { prototype: { polluted: true } } },
    { length: 1e9 },
    [[[[[[]]]]]],
    { then: 'x' },
    { toJSON: 'x' },
  ),
  fc.double().map((value) => (Number.isFinite(value) ? value : 1e309)),
);

/** Text that no serialiser would write. */
export const brokenTextOf = (validBody: fc.Arbitrary<object>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.tuple(validBody, fc.nat(400)).map(([body, end]) => JSON.stringify(body).slice(0, end)),
    fc
      .tuple(
        validBody,
        fc.constantFrom(
          '"__proto__":{"polluted":true},',
          '"constructor":{"prototype":{"polluted":true}},',
          '"user":"0x","user":1,',
          '"amount":1e999,',
          '"amount":123456789012345678901234567890,',
          '"x":"\\ud800",',
        ),
      )
      .map(([body, extra]) => JSON.stringify(body).replace('{', `{${extra}`)),
    fc.constantFrom(10, 1_000, 30_000).map((depth) => '['.repeat(depth)),
    fc
      .constantFrom(10, 1_000, 10_000)
      .map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
    fc.constantFrom(65_536, 65_537, 200_000).map((length) => `{"user":"${'x'.repeat(length)}"}`),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.json(),
    fc.constantFrom(
      '',
      ' ',
      'null',
      'true',
      '0',
      '[]',
      '""',
      '{}',
      '\ufeff{}',
      '{"user":}',
      'undefined',
      "{'user':1}",
      '{"user":"\u0000"}',
    ),
  );
