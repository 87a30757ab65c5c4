import { feeBuckets, zeroAddress } from '@portage/core';
import fc from 'fast-check';
import { brokenTextOf, strange } from './strange.js';

/** Text of a body, with the headers that it is sent with. */
export interface FuzzBody {
  readonly text: string;
  readonly contentType: string;
  /** API key; undefined without one. */
  readonly apiKey?: string | undefined;
}

/** Chains, currencies and accounts that bodies name. */
export interface FuzzWorld {
  readonly chains: readonly FuzzChain[];
  /** Funded accounts by family. */
  readonly accounts: Readonly<Record<FuzzChain['vm'], readonly string[]>>;
  /** Contracts that order calls may name. */
  readonly targets: readonly string[];
  /** Keys with and without a sponsor, and one that is none. */
  readonly apiKeys: readonly string[];
}

/** Chain of a service. */
export interface FuzzChain {
  readonly id: number;
  readonly vm: 'evm' | 'svm' | 'bvm' | 'lvm';
  /** Listed currencies beside the native one of EVM chains. */
  readonly currencies: readonly string[];
}

/** Hex text of so many random bytes. */
export const hex = (bytes: number): fc.Arbitrary<string> =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((all) => `0x${Buffer.from(all).toString('hex')}`);
const accountIn = ({ accounts }: FuzzWorld): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...accounts.evm) },
    { weight: 2, arbitrary: fc.constantFrom(...accounts.svm, ...accounts.bvm, ...accounts.lvm) },
    { weight: 1, arbitrary: hex(20) },
  );
const bps = fc.nat(10_000).map(String);
const amount = fc
  .oneof(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }))
  .map(String);
const flag = fc.boolean();
const sources = fc.array(fc.constantFrom('uniswap-v2', 'uniswap-v3', 'none'), { maxLength: 2 });
const callIn = ({ targets }: FuzzWorld) =>
  fc.record(
    {
      to: fc.oneof(hex(20), fc.constantFrom(...targets)),
      value: fc.oneof(fc.constant('0'), amount),
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
const optionalIn = (world: FuzzWorld) => {
  const account = accountIn(world);
  return {
    recipient: account,
    tradeType: fc.constantFrom('EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'),
    txs: fc.array(callIn(world), { maxLength: 3 }),
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
      fc.record({
        recipient: account,
        fee: fc.oneof(bps, fc.constantFrom('.5', '0.0001', '12.5')),
      }),
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
    allowProgramRecipient: flag,
    overridePriceImpact: flag,
    disableSwapProviderPreference: flag,
    disableOriginSwaps: flag,
    indicativeQuote: flag,
    fixedRate: fc.constantFrom('1:1', '1', '0.5', 'x', ''),
    useRouteRacing: flag,
    routeRacingMinUsdSize: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    ttl: fc.integer({ min: 1, max: 600 }),
  } as const;
};

type OptionalName = keyof ReturnType<typeof optionalIn>;

/** Body from a chain to another or to itself, mostly in listed currencies and plausible amounts. */
function baseIn(world: FuzzWorld): fc.Arbitrary<Record<string, unknown>> {
  // Most features are of EVM chains.
  const evm = world.chains.filter(({ vm }) => vm === 'evm');
  const chain = fc.constantFrom(...world.chains, ...evm, ...evm);
  const currencyOf = ({ vm, currencies }: FuzzChain): fc.Arbitrary<string> =>
    fc.constantFrom(...currencies, ...(vm === 'evm' ? [zeroAddress] : []));
  const anyCurrency = fc.constantFrom(...world.chains.flatMap(({ currencies }) => currencies));
  const sensible = fc.oneof(
    fc.bigInt({ min: 10n ** 5n, max: 10n ** 9n }),
    fc.bigInt({ min: 10n ** 15n, max: 10n ** 20n }),
  );
  return fc
    .tuple(chain, chain, fc.nat(19))
    .chain(([origin, destination, odd]) =>
      fc.record({
        user: odd === 1 ? accountIn(world) : fc.constantFrom(...world.accounts[origin.vm]),
        recipient: fc.constantFrom(...world.accounts[destination.vm]),
        originChainId: fc.constant(origin.id),
        destinationChainId: fc.constant(destination.id),
        originCurrency: odd === 2 ? anyCurrency : currencyOf(origin),
        destinationCurrency: odd === 3 ? anyCurrency : currencyOf(destination),
        amount: odd === 4 ? amount : sensible.map(String),
      }),
    );
}

/** Ways of paying and of being paid, which further members then bend. */
const ways: readonly object[] = [
  {},
  { txs: [{ to: `0x${'c0'.repeat(20)}`, value: '0', data: '0x' }] },
  { usePermit: true },
  { useDepositAddress: true },
  { topupGas: true },
  { subsidizeFees: true },
  { originGasOverhead: 80_000 },
  { forceSolverExecution: true },
];

/** Body with a few optional members at a time; all of them together are never a quote. */
function validBodyIn(world: FuzzWorld): fc.Arbitrary<Record<string, unknown>> {
  const optional = optionalIn(world);
  // The keys of an object literal are its names.
  const names = Object.keys(optional) as OptionalName[];
  return fc
    .tuple(
      baseIn(world),
      fc.constantFrom(...ways),
      fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
    )
    .chain(([required, way, chosen]) =>
      fc
        .tuple(...chosen.map((name): fc.Arbitrary<unknown> => optional[name]))
        .map((values) => ({
          ...required,
          ...Object.fromEntries(chosen.map((name, index) => [name, values[index]])),
          ...way,
        })),
    );
}

const mutatedBodyIn = (world: FuzzWorld) =>
  fc
    .tuple(
      validBodyIn(world),
      fc.array(
        fc.tuple(
          fc.constantFrom<string>(
            // The keys of an object literal are its names.
            ...(Object.keys(optionalIn(world)) as OptionalName[]),
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

/** Random bodies close to the schema of a quote, with and without a key. */
export function quoteBodies(world: FuzzWorld): fc.Arbitrary<FuzzBody> {
  const validBody = validBodyIn(world);
  // The first key has a sponsor with money, so that what needs one is quoted.
  const apiKey = fc.oneof(
    fc.constant(world.apiKeys[0]),
    fc.constant(undefined),
    fc.constantFrom(...world.apiKeys),
  );
  const inJson = (body: fc.Arbitrary<object>): fc.Arbitrary<FuzzBody> =>
    fc
      .tuple(body, apiKey)
      .map(([each, key]) => ({ text: JSON.stringify(each), contentType: json, apiKey: key }));
  const contentType = fc.constantFrom(
    'text/plain',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'x',
    json,
  );
  return fc.oneof(
    { weight: 8, arbitrary: inJson(validBody) },
    { weight: 6, arbitrary: inJson(mutatedBodyIn(world)) },
    { weight: 2, arbitrary: brokenTextOf(validBody).map((text) => ({ text, contentType: json })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(validBody, contentType)
        .map(([body, type]) => ({ text: JSON.stringify(body), contentType: type })),
    },
  );
}
