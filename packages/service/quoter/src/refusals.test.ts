import { isPortageError, type PortageError } from '@portage/core';
import { quoteBodySchema } from '@portage/core/schemas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dai, forbiddenToken, testNow, stuck, usdcToken, testChains } from '../test/chains.js';
import { other, testPayer, createQuoterHarness, prices } from '../test/quoterHarness.js';

const good = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.optimism,
  amount: '100000000',
};

/** Refusal of a body; nothing may be stored. */
async function refusal(body: unknown, bench = createQuoterHarness()): Promise<PortageError> {
  const error = await bench.quoteText(body).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(bench.saved).toEqual([]);
  if (!isPortageError(error))
    throw new Error(`Not refused with an error of ours: ${String(error)}`, { cause: error });
  expect(error.status).toBe(error.code === 'PRICE_FETCH_FAILED' ? 503 : 400);
  return error;
}

const big = (digits: number): string => '9'.repeat(digits);

/**
 * Group A of the catalogue: what is wrong, the body's change, the code, and the member that the
 * answer names.
 */
const faults: readonly (readonly [string, object, string, string])[] = [
  ['A1 empty amount', { amount: '' }, 'INVALID_REQUEST', 'amount'],
  ['A1 negative amount', { amount: '-1' }, 'INVALID_REQUEST', 'amount'],
  ['A1 signed amount', { amount: '+1' }, 'INVALID_REQUEST', 'amount'],
  ['A1 fraction', { amount: '1.0' }, 'INVALID_REQUEST', 'amount'],
  ['A1 exponent', { amount: '1e18' }, 'INVALID_REQUEST', 'amount'],
  ['A1 blank', { amount: ' 1' }, 'INVALID_REQUEST', 'amount'],
  ['A1 line end', { amount: '1\n' }, 'INVALID_REQUEST', 'amount'],
  ['A1 hex', { amount: '0x10' }, 'INVALID_REQUEST', 'amount'],
  ['A1 other digits', { amount: '\u0661' }, 'INVALID_REQUEST', 'amount'],
  ['A1 number', { amount: 1 }, 'INVALID_REQUEST', 'amount'],
  ['A2 nothing', { amount: '0' }, 'AMOUNT_TOO_LOW', 'amount'],
  ['A2 nothing, written long', { amount: '0000' }, 'AMOUNT_TOO_LOW', 'amount'],
  ['A3 79 digits', { amount: big(79) }, 'INVALID_REQUEST', 'amount'],
  ['A3 a million digits', { amount: big(1_000_000) }, 'INVALID_REQUEST', 'amount'],
  ['A5 39 hex digits', { user: testPayer.slice(0, -1) }, 'INVALID_ADDRESS', 'user'],
  ['A5 41 hex digits', { user: `${testPayer}0` }, 'INVALID_ADDRESS', 'user'],
  [
    'A5 wrong checksum',
    { user: '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
    'INVALID_ADDRESS',
    'user',
  ],
  ['A5 name', { recipient: 'vitalik.eth' }, 'INVALID_ADDRESS', 'recipient'],
  [
    'A5 account of another family as recipient',
    { recipient: '509564' },
    'INVALID_ADDRESS',
    'recipient',
  ],
  [
    'A5 account of another family as refundTo',
    { refundTo: '509564' },
    'INVALID_ADDRESS',
    'refundTo',
  ],
  [
    'A5 no recipient for another family',
    { destinationChainId: 3_586_256, destinationCurrency: '0' },
    'INVALID_ADDRESS',
    'recipient',
  ],
  [
    'A6 address as account of the exchange',
    { destinationChainId: 3_586_256, destinationCurrency: '0', recipient: other },
    'INVALID_ADDRESS',
    'recipient',
  ],
  [
    'A6 account index with an exponent',
    { destinationChainId: 3_586_256, destinationCurrency: '0', recipient: '1e3' },
    'INVALID_ADDRESS',
    'recipient',
  ],
  [
    'A7 recipient that may not be paid',
    { recipient: forbiddenToken },
    'INVALID_RECIPIENT',
    'recipient',
  ],
  ['A7 recipient zero', { recipient: `0x${'0'.repeat(40)}` }, 'INVALID_RECIPIENT', 'recipient'],
  [
    'A7 refund to one of our contracts',
    { refundTo: forbiddenToken },
    'INVALID_RECIPIENT',
    'refundTo',
  ],
  ['A7 user that may not be paid', { user: forbiddenToken }, 'INVALID_RECIPIENT', 'user'],
  ['A8 unknown origin chain', { originChainId: 4242 }, 'UNSUPPORTED_CHAIN', 'originChainId'],
  [
    'A8 unknown destination chain',
    { destinationChainId: 4242 },
    'UNSUPPORTED_CHAIN',
    'destinationChainId',
  ],
  ['A8 fraction of a chain', { originChainId: 8453.5 }, 'INVALID_REQUEST', 'originChainId'],
  ['A8 chain id as text', { originChainId: '8453' }, 'INVALID_REQUEST', 'originChainId'],
  ['A9 trade type in lower case', { tradeType: 'exact_input' }, 'INVALID_REQUEST', 'tradeType'],
  [
    'A10 slippage over all',
    { slippageTolerance: '10001' },
    'INVALID_SLIPPAGE_TOLERANCE',
    'slippageTolerance',
  ],
  [
    'A10 negative slippage',
    { slippageTolerance: '-1' },
    'INVALID_SLIPPAGE_TOLERANCE',
    'slippageTolerance',
  ],
  [
    'A10 fraction of a basis point',
    { slippageTolerance: '1.5' },
    'INVALID_SLIPPAGE_TOLERANCE',
    'slippageTolerance',
  ],
  [
    'A10 five digits',
    { slippageTolerance: '00050' },
    'INVALID_SLIPPAGE_TOLERANCE',
    'slippageTolerance',
  ],
  ['A11 topupGasAmount alone', { topupGasAmount: '1' }, 'INVALID_REQUEST', 'topupGasAmount'],
  [
    'A11 components alone',
    { sponsoredFeeComponents: ['app'] },
    'INVALID_REQUEST',
    'sponsoredFeeComponents',
  ],
  [
    'A11 recoveryAddress alone',
    { recoveryAddress: testPayer },
    'INVALID_REQUEST',
    'recoveryAddress',
  ],
  [
    'A12 too many app fees',
    { appFees: Array.from({ length: 101 }, () => ({ recipient: testPayer, fee: '1' })) },
    'INVALID_REQUEST',
    'appFees',
  ],
  [
    'A12 app fee with an exponent',
    { appFees: [{ recipient: testPayer, fee: '1e3' }] },
    'INVALID_REQUEST',
    'appFees.0.fee',
  ],
  [
    'A12 app fee for no account',
    {
      appFees: [
        { recipient: other, fee: '1' },
        { recipient: 'vitalik.eth', fee: '1' },
      ],
    },
    'INVALID_ADDRESS',
    'appFees.1.recipient',
  ],
  [
    'A12 app fee for one of our contracts',
    { appFees: [{ recipient: forbiddenToken, fee: '1' }] },
    'INVALID_RECIPIENT',
    'appFees.0.recipient',
  ],
  [
    'A12 app fees of more than all',
    {
      appFees: [
        { recipient: other, fee: '9999' },
        { recipient: testPayer, fee: '1.0001' },
      ],
    },
    'INVALID_REQUEST',
    'appFees',
  ],
  ['A15 long referrer', { referrer: 'x'.repeat(65_536) }, 'INVALID_REQUEST', 'referrer'],
  [
    'A17 half a byte of call data',
    { txs: [{ to: other, value: '0', data: '0xabc' }] },
    'EXTRA_TXS_NOT_SUPPORTED',
    'txs',
  ],
  [
    'C12 boolean as text',
    { overridePriceImpact: 'true' },
    'INVALID_REQUEST',
    'overridePriceImpact',
  ],
  ['missing user', { user: undefined }, 'INVALID_REQUEST', 'user'],
  [
    'origin currency of another chain',
    { originCurrency: usdcToken.optimism },
    'INVALID_INPUT_CURRENCY',
    'originCurrency',
  ],
  [
    'destination currency of another chain',
    { destinationCurrency: usdcToken.base },
    'INVALID_OUTPUT_CURRENCY',
    'destinationCurrency',
  ],
  [
    'origin currency that is no address',
    { originCurrency: 'usdc' },
    'INVALID_INPUT_CURRENCY',
    'originCurrency',
  ],
  [
    'currency that cannot be bridged',
    { originCurrency: stuck },
    'UNSUPPORTED_CURRENCY',
    'originCurrency',
  ],
  ['__proto__ as a chain', { originChainId: '__proto__' }, 'INVALID_REQUEST', 'originChainId'],
  [
    'constructor as a currency',
    { originCurrency: 'constructor' },
    'INVALID_INPUT_CURRENCY',
    'originCurrency',
  ],
];

/** Members that would change the outcome and are not offered. */
const unsupported: readonly (readonly [string, object, string])[] = [
  ['txs', { txs: [{ to: other, value: '0', data: '0x' }] }, 'EXTRA_TXS_NOT_SUPPORTED'],
  [
    'authorizationList',
    {
      authorizationList: [
        {
          chainId: 10,
          address: other,
          nonce: 0,
          yParity: 0,
          r: `0x${'1'.repeat(64)}`,
          s: `0x${'1'.repeat(64)}`,
        },
      ],
    },
    'UNSUPPORTED_FEATURE',
  ],
  ['topupGas', { topupGas: true }, 'UNSUPPORTED_FEATURE'],
  ['usePermit', { usePermit: true }, 'UNSUPPORTED_FEATURE'],
  ['useDepositAddress', { useDepositAddress: true }, 'UNSUPPORTED_FEATURE'],
  ['originGasOverhead', { originGasOverhead: 80_000 }, 'UNSUPPORTED_FEATURE'],
  ['depositFeePayer', { depositFeePayer: other }, 'UNSUPPORTED_FEATURE'],
];

describe('a refused request', () => {
  it.each(faults)('%s', async (_, change, code, path) => {
    const error = await refusal({ ...good, ...change });
    expect({ code: error.code, path: error.details[0]?.path }).toEqual({ code, path });
    expect(error.message.length).toBeLessThan(500);
  });

  it.each(unsupported)('names %s, which is not offered', async (member, change, code) => {
    const error = await refusal({ ...good, ...change });
    expect(error.code).toBe(code);
    expect(error.details[0]?.path).toBe(member);
    expect(error.message).toContain(member);
  });

  it('names originGasOverhead where no key could execute the deposit', async () => {
    const bench = createQuoterHarness({ context: {} });
    await expect(bench.quoteText({ ...good, originGasOverhead: 80_000 })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      details: [{ path: 'originGasOverhead' }],
    });
    expect(bench.saved).toEqual([]);
  });

  it.each([
    ['by anybody, unless the operator says otherwise (quote#referrer)', {}, {}, 'quoted'],
    ['with a key', { referrerNeedsKey: true }, { apiKeyId: 'key_1' }, 'quoted'],
    [
      'by nobody else (quote#referrer, model#codes-unauthorized-quote)',
      { referrerNeedsKey: true },
      {},
      'UNAUTHORIZED_QUOTE',
    ],
  ])('lets an app be named %s', async (_, policy, context, outcome) => {
    const bench = createQuoterHarness({ policy, context });
    const ask = (referrer?: string): Promise<unknown> =>
      bench.quoteText({ ...good, referrer }).then(
        () => 'quoted',
        (error: unknown) => isPortageError(error) && error.code,
      );
    expect(await ask('shop.example')).toBe(outcome);
    // A request that names no app needs no key.
    expect([await ask(undefined), await ask('')]).toEqual(['quoted', 'quoted']);
  });

  it('names the member for which a key is missing, and stores nothing', async () => {
    const bench = createQuoterHarness({ policy: { referrerNeedsKey: true }, context: {} });
    await expect(bench.quoteText({ ...good, referrer: 'shop.example' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED_QUOTE',
      status: 401,
      details: [{ path: 'referrer' }],
    });
    expect(bench.saved).toEqual([]);
  });

  it('refuses deposits without gas of keys without a sponsor, where the operator says so', async () => {
    const options = { policy: { gaslessNeedsSponsor: true } };
    const ask = (sponsor?: string): Promise<unknown> =>
      createQuoterHarness({ ...options, context: { apiKeyId: 'key_1', sponsor } }).quoteText({
        ...good,
        originGasOverhead: 80_000,
      });
    const refused = { code: 'FORBIDDEN', details: [{ path: 'originGasOverhead' }] };
    await expect(ask()).rejects.toMatchObject(refused);
    // The harness's chains call no accounts: the next check is what refuses it.
    await expect(ask('shop')).rejects.toMatchObject({ code: 'UNSUPPORTED_FEATURE' });
  });

  it.each([[null], [undefined], [[]], ['text'], [7], [true]])('A16 body %j', async (body) => {
    expect((await refusal(body)).code).toBe('INVALID_REQUEST');
  });

  it('A3 amounts up to 78 digits are more than the solver has', async () => {
    for (const amount of [2n ** 256n - 1n, 2n ** 256n, BigInt(big(78))])
      expect((await refusal({ ...good, amount: amount.toString() })).code).toBe(
        'INSUFFICIENT_LIQUIDITY',
      );
  });

  it('A8 the same currency on the same chain', async () => {
    const same = await refusal({
      ...good,
      destinationChainId: 8453,
      destinationCurrency: good.originCurrency,
    });
    expect(same).toMatchObject({
      code: 'UNSUPPORTED_ROUTE',
      details: [{ path: 'destinationCurrency' }],
    });
    expect(same.hint).toContain('destinationChainId');
  });

  it('A8 disabled chains and chains without the needed side', async () => {
    const code = async (base: object, optimism: object): Promise<string> =>
      (await refusal(good, createQuoterHarness({ chains: testChains({ base, optimism }) }))).code;
    expect(await code({ info: { disabled: true } }, {})).toBe('CHAIN_DISABLED');
    expect(await code({ info: { depositEnabled: false } }, {})).toBe('CHAIN_DISABLED');
    expect(await code({}, { info: { disabled: true } })).toBe('CHAIN_DISABLED');
    expect(await code({ without: 'deposit' }, {})).toBe('UNSUPPORTED_ROUTE');
    expect(await code({}, { without: 'spend' })).toBe('UNSUPPORTED_ROUTE');
    expect(
      await createQuoterHarness({
        chains: testChains({ optimism: { info: { depositEnabled: false } } }),
      }).quoteText(good),
    ).toContain('steps');
  });

  it('A14 leaves prototypes alone', async () => {
    const body: unknown = JSON.parse(
      `{"user":"${testPayer}","__proto__":{"polluted":1,"amount":"0"},"constructor":{"prototype":{"polluted":1}}}`,
    );
    expect(await createQuoterHarness().quoteText(body)).toContain('requestId');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('says which currencies there are', async () => {
    expect((await refusal({ ...good, originCurrency: other })).hint).toContain(
      `USDC ${usdcToken.base}`,
    );
  });
});

describe('any body', () => {
  const members = Object.keys(quoteBodySchema.shape);
  const body = fc.dictionary(
    fc.oneof(
      fc.constantFrom(...members),
      fc.constantFrom('__proto__', 'constructor', 'toString'),
      fc.string(),
    ),
    fc.anything(),
  );

  it('A19 is answered, or refused by an error of the caller’s', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (change) => {
        const bench = createQuoterHarness();
        const error = await bench.quoteText({ ...good, ...change }).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (error === undefined) expect(bench.saved.length).toBeLessThanOrEqual(1);
        else
          expect(
            isPortageError(error) &&
              (error.status === 400 || error.code === 'FORBIDDEN') &&
              bench.saved.length === 0,
          ).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('a market that does not allow a quote', () => {
  const onMemory = async (base: object, optimism: object): Promise<PortageError> =>
    refusal(good, createQuoterHarness({ chains: testChains({ base, optimism }) }));

  it.each([
    ['gas of the destination', {}, { gas: 60_001 }],
    ['gas of the destination, unknown', {}, { gas: undefined }],
    ['gas of the origin', { gas: 60_001 }, {}],
    ['gas of the origin, unknown', { gas: undefined }, {}],
    ['balance', {}, { balance: 60_001 }],
    ['balance, unknown', {}, { balance: undefined }],
    ['newest block of the origin', { tip: 60_001 }, {}],
    ['newest block of the destination, unknown', {}, { tip: undefined }],
  ])('C2 %s', async (_, base, optimism) => {
    expect((await onMemory({ ageMs: base }, { ageMs: optimism })).code).toBe('PRICE_FETCH_FAILED');
  });

  it('takes values of exactly the greatest age', async () => {
    const ageMs = { gas: 60_000, balance: 60_000, tip: 60_000 };
    expect(
      await createQuoterHarness({
        chains: testChains({ base: { ageMs }, optimism: { ageMs } }),
      }).quoteText(good),
    ).toContain('steps');
  });

  it('C2, CB7 a price that is old or missing (quote#limit-age)', async () => {
    const old = {
      price: (id: string) =>
        id === 'usdc'
          ? { value: { usdE12: 10n ** 12n }, observedAt: testNow - 60_001 }
          : prices.price(id),
    };
    const missing = { price: (id: string) => (id === 'eth' ? undefined : prices.price(id)) };
    const zero = {
      price: (id: string) =>
        id === 'usdc' ? { value: { usdE12: 0n }, observedAt: testNow } : prices.price(id),
    };
    for (const source of [old, missing, zero])
      expect((await refusal(good, createQuoterHarness({ prices: source }))).code).toBe(
        'PRICE_FETCH_FAILED',
      );
  });

  it('a solver that does not hold enough', async () => {
    const error = await onMemory({}, { balance: 99_978_599n });
    expect(error.code).toBe('INSUFFICIENT_LIQUIDITY');
    expect(error.context).toEqual({ available: '99978599', needed: '99978600' });
    expect(
      await createQuoterHarness({
        chains: testChains({ optimism: { balance: 99_978_600n } }),
      }).quoteText(good),
    ).toContain('steps');
  });

  it('a currency whose balance cannot be read, and no other (model#codes-sanctioned)', async () => {
    const unreadable = [usdcToken.base, usdcToken.optimism];
    const codes = await Promise.all([onMemory({ unreadable }, {}), onMemory({}, { unreadable })]);
    expect(codes.map(({ code, context }) => [code, context])).toMatchObject([
      ['ROUTE_TEMPORARILY_RESTRICTED', {}],
      ['ROUTE_TEMPORARILY_RESTRICTED', {}],
    ]);
    const chains = testChains({ base: { unreadable: [dai] }, optimism: { unreadable: [dai] } });
    expect(await createQuoterHarness({ chains }).quoteText(good)).toContain('steps');
  });

  it('more than one request may move', async () => {
    const bench = createQuoterHarness({ policy: { capacityPerRequestMicroUsd: 99_999_999n } });
    expect((await refusal(good, bench)).code).toBe('INSUFFICIENT_LIQUIDITY');
  });

  it('more than one request may move at a place, paid in or out', async () => {
    const capacityPerCurrencyMicroUsd = { 'base:usdc': 99_999_999n };
    const paidIn = await refusal(
      good,
      createQuoterHarness({ policy: { capacityPerCurrencyMicroUsd } }),
    );
    expect({ code: paidIn.code, context: paidIn.context }).toEqual({
      code: 'INSUFFICIENT_LIQUIDITY',
      context: { capacityPerRequestUsd: '99.999999' },
    });
    expect(paidIn.message).toContain('in USDC on chain 8453');
    // 99.9786 USDC are paid out.
    expect(
      (
        await refusal(
          good,
          createQuoterHarness({
            policy: { capacityPerCurrencyMicroUsd: { 'optimism:usdc': 99_978_599n } },
          }),
        )
      ).code,
    ).toBe('INSUFFICIENT_LIQUIDITY');
    expect(
      await createQuoterHarness({
        policy: { capacityPerCurrencyMicroUsd: { 'optimism:usdc': 99_978_600n, 'base:weth': 1n } },
      }).quoteText(good),
    ).toContain('steps');
    expect(
      (
        await refusal(
          good,
          createQuoterHarness({
            policy: {
              capacityPerRequestMicroUsd: 99_999_999n,
              capacityPerCurrencyMicroUsd: { 'base:usdc': 10n ** 12n },
            },
          }),
        )
      ).message,
    ).not.toContain('on chain');
  });

  it('C6 fees that eat the amount, with the fee in the answer', async () => {
    const error = await onMemory({}, { fillGas: 50_000_000_000_000_000n });
    expect(error.code).toBe('AMOUNT_TOO_LOW');
    expect(error.message).toContain('100.02 USDC');
    expect(error.context).toMatchObject({ amount: '100000000', fee: '100020000' });
  });

  it('dust', async () => {
    expect((await refusal({ ...good, amount: '49999' })).code).toBe('AMOUNT_TOO_LOW');
    expect((await refusal({ ...good, amount: '1' })).code).toBe('AMOUNT_TOO_LOW');
    expect(await createQuoterHarness().quoteText({ ...good, amount: '50000' })).toContain('steps');
  });
});
