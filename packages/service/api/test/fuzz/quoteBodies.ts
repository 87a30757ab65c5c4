import { feeBuckets, zeroAddress } from '@portage/core';
import fc from 'fast-check';
import { usdc, weth } from './evmChains.js';

/** Text of a body, with the content type that it is sent with. */
export interface FuzzBody {
  readonly text: string;
  readonly contentType: string;
}

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const hex = (bytes: number): fc.Arbitrary<string> =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((all) => `0x${Buffer.from(all).toString('hex')}`);
const account = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      alice,
      alice.toLowerCase(),
      '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    ),
  },
  { weight: 1, arbitrary: hex(20) },
);
const currency = fc.constantFrom(zeroAddress, usdc[8453] ?? '', usdc[10] ?? '', weth);
const bps = fc.nat(10_000).map(String);
const amount = fc
  .oneof(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }))
  .map(String);
const flag = fc.boolean();
const sources = fc.array(fc.constantFrom('uniswap', 'aerodrome', 'none'), { maxLength: 3 });
const call = fc.record(
  {
    to: hex(20),
    value: amount,
    data: fc.uint8Array({ maxLength: 64 }).map((all) => `0x${Buffer.from(all).toString('hex')}`),
    originalTxValue: amount,
  },
  { requiredKeys: ['to', 'value', 'data'] },
);
const authorization = fc.record({
  chainId: fc.nat(),
  address: hex(20),
  nonce: fc.nat(),
  yParity: fc.nat(1),
  r: hex(32),
  s: hex(32),
});

/** Bodies of the right shape: each member is valid, or may be together with others. */
const optional = {
  recipient: account,
  tradeType: fc.constantFrom('EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'),
  txs: fc.array(call, { maxLength: 3 }),
  txsGasLimit: fc.nat(30_000_000),
  authorizationList: fc.array(authorization, { maxLength: 2 }),
  additionalData: fc.record({ userPublicKey: hex(33) }),
  referrer: fc.string({ maxLength: 40, unit: 'grapheme' }),
  referrerAddress: hex(20),
  refundTo: account,
  recoveryAddress: account,
  refundOnOrigin: flag,
  topupGas: flag,
  topupGasAmount: amount,
  enableTrueExactOutput: flag,
  explicitDeposit: flag,
  useExternalLiquidity: flag,
  useFallbacks: flag,
  usePermit: flag,
  permitExpiry: fc.integer({ min: 1, max: 31_536_000 }),
  includeProtocolData: flag,
  useDepositAddress: flag,
  strict: flag,
  slippageTolerance: bps,
  latePaymentSlippageTolerance: bps,
  appFees: fc.array(
    fc.record({ recipient: account, fee: fc.oneof(bps, fc.constantFrom('.5', '0.0001', '12.5')) }),
    { maxLength: 4 },
  ),
  gasLimitForDepositSpecifiedTxs: fc.integer({ min: 21_000, max: 30_000_000 }),
  forceSolverExecution: flag,
  subsidizeFees: flag,
  sponsoredFeeComponents: fc.uniqueArray(fc.constantFrom(...feeBuckets, 'relay', 'service'), {
    minLength: 1,
  }),
  maxSubsidizationAmount: amount,
  subsidizationBps: fc.nat(10_000),
  subsidizeRent: flag,
  includedSwapSources: sources,
  excludedSwapSources: sources,
  includedOriginSwapSources: sources,
  includedDestinationSwapSources: sources,
  originGasOverhead: fc.nat(30_000_000),
  depositFeePayer: account,
  maxRouteLength: fc.integer({ min: 1, max: 16 }),
  useSharedAccounts: flag,
  includeComputeUnitLimit: flag,
  overridePriceImpact: flag,
  disableSwapProviderPreference: flag,
  disableOriginSwaps: flag,
  indicativeQuote: flag,
  fixedRate: fc.constantFrom('1:1', '1', '0.5', 'x', ''),
  useRouteRacing: flag,
  routeRacingMinUsdSize: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  ttl: fc.integer({ min: 1, max: 600 }),
} as const;

const names = Object.keys(optional) as (keyof typeof optional)[];

/** Body from one chain to the other, mostly in existing currencies and plausible amounts. */
const base = fc
  .tuple(
    fc.constantFrom([8453, 10] as const, [10, 8453] as const),
    fc.nat(2),
    fc.nat(2),
    fc.nat(19),
  )
  .chain(([[originChainId, destinationChainId], from, to, odd]) => {
    const listed = (chainId: number, index: number): string =>
      [zeroAddress, usdc[chainId] ?? '', weth][index] ?? zeroAddress;
    const sensible = (
      from === 1
        ? fc.bigInt({ min: 10n ** 4n, max: 10n ** 11n })
        : fc.bigInt({ min: 10n ** 12n, max: 10n ** 20n })
    ).map(String);
    return fc.record({
      user: account,
      originChainId: fc.constant(originChainId),
      destinationChainId: fc.constant(odd === 0 ? originChainId : destinationChainId),
      originCurrency: odd === 1 ? currency : fc.constant(listed(originChainId, from)),
      destinationCurrency: odd === 2 ? currency : fc.constant(listed(destinationChainId, to)),
      amount: odd === 3 ? amount : sensible,
    });
  });

/** Body with a few optional members at a time; all of them together are never a quote. */
const validBody: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(base, fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 }))
  .chain(([required, chosen]) =>
    fc.tuple(...chosen.map((name): fc.Arbitrary<unknown> => optional[name])).map((values) => ({
      ...required,
      ...Object.fromEntries(chosen.map((name, index) => [name, values[index]])),
    })),
  );

/** Values that are invalid everywhere, or nearly. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
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

const mutatedBody = fc
  .tuple(
    validBody,
    fc.array(
      fc.tuple(
        fc.constantFrom(
          ...names,
          'user',
          'originChainId',
          'destinationChainId',
          'originCurrency',
          'destinationCurrency',
          'amount',
          'unknownMember',
          '__proto__',
          'constructor',
          'prototype',
          'hasOwnProperty',
        ),
        strange,
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([body, changes]) =>
    Object.assign(
      Object.create(null) as Record<string, unknown>,
      body,
      Object.fromEntries(changes),
    ),
  );

const json = 'application/json';

/** Text that no serialiser would write. */
const brokenText: fc.Arbitrary<string> = fc.oneof(
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

/** Random bodies close to the schema of a quote. */
export const quoteBodies: fc.Arbitrary<FuzzBody> = fc.oneof(
  {
    weight: 5,
    arbitrary: validBody.map((body) => ({ text: JSON.stringify(body), contentType: json })),
  },
  {
    weight: 8,
    arbitrary: mutatedBody.map((body) => ({ text: JSON.stringify(body), contentType: json })),
  },
  { weight: 2, arbitrary: brokenText.map((text) => ({ text, contentType: json })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        validBody,
        fc.constantFrom(
          'text/plain',
          'application/json; charset=utf-16',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'x',
          'application/json',
        ),
      )
      .map(([body, contentType]) => ({ text: JSON.stringify(body), contentType })),
  },
);
