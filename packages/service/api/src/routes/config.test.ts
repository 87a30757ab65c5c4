import { PortageError } from '@portage/core';
import { createChains, type Chain } from '@portage/core/chain';
import { configResponseSchema } from '@portage/core/schemas';
import { createFixedPrices } from '@portage/prices';
import { defaultPolicy, type Restrictions } from '@portage/quoter';
import { createFakeChain, fakeAddress } from '@portage/testing';
import { describe, expect, test, vi } from 'vitest';
import { createTestServer } from '../../test/createTestServer.js';
import { createUserBalances } from '../config/createUserBalances.js';
import { readConfig } from '../config/readConfig.js';

const now = 1_700_000_000_000;
const prices = createFixedPrices({ eth: '2000', usdc: '1', weth: '2000' }, () => now);
const alice = fakeAddress('alice');

function serve(
  changes: {
    readonly origin?: Partial<Chain>;
    readonly destination?: Partial<Chain>;
    readonly capacity?: bigint;
    readonly restrictions?: Restrictions;
    readonly places?: Readonly<Record<string, bigint>>;
  } = {},
) {
  const one = createFakeChain({ id: 1, slug: 'one', now: () => now });
  one.credit(alice, fakeAddress('usdc'), 700_000_000n);
  const origin = { ...one.chain, ...changes.origin };
  const destination = {
    ...createFakeChain({ id: 2, slug: 'two', now: () => now }).chain,
    ...changes.destination,
  };
  const policy = {
    ...defaultPolicy,
    capacityPerRequestMicroUsd: changes.capacity ?? 500_000_000n,
    capacityPerCurrencyMicroUsd: changes.places ?? {},
  };
  return {
    origin,
    destination,
    context: {
      chains: createChains([origin, destination]),
      prices,
      policy,
      now: () => now,
      balances: createUserBalances(),
      restrictions: changes.restrictions ?? {},
    },
  };
}

const spendable = (value: bigint, ageMs = 0): Chain['balances'] => ({
  read: () => Promise.resolve(0n),
  spendable: () => ({ value, observedAt: now - ageMs }),
});

const tipOf = (ageMs: number) => () => ({
  value: { height: 1, hash: '0x01', time: 0 },
  observedAt: now - ageMs,
});

describe('the configuration of the solver', () => {
  test('is about the native currency of the destination', async () => {
    const { context, destination } = serve({ destination: { balances: spendable(10n ** 18n) } });
    const config = await readConfig({ originChainId: 1, destinationChainId: 2 }, context);
    expect(configResponseSchema.parse(config)).toEqual({
      enabled: true,
      // 500 USD at 2000 USD; 0.02 USD and the gas of a payment.
      solver: {
        address: destination.spend!.sender,
        balance: '1000000000000000000',
        capacityPerRequest: '250000000000000000',
      },
      fee: (
        10_000_000_000_000n +
        destination.gas.estimate({ type: 'fill', currency: destination.native.address, calls: [] })!
          .value
      ).toString(),
      supportsExternalLiquidity: false,
    });
  });

  test('bounds what a user can bridge by balance and capacity', async () => {
    const ask = {
      originChainId: 1,
      destinationChainId: 2,
      user: alice.toUpperCase(),
      currency: 'usdc',
    } as const;
    const capped = await readConfig(
      ask,
      serve({ destination: { balances: spendable(10n ** 12n) } }).context,
    );
    expect([capped.user, capped.solver.capacityPerRequest]).toEqual([
      { balance: '700000000', maxBridgeAmount: '500000000' },
      '500000000',
    ]);
    const poor = await readConfig(
      ask,
      serve({ destination: { balances: spendable(10n ** 12n) }, capacity: 10n ** 15n }).context,
    );
    expect(poor.user).toEqual({ balance: '700000000', maxBridgeAmount: '700000000' });
    const paidIn = await readConfig(
      ask,
      serve({
        destination: { balances: spendable(10n ** 12n) },
        places: { 'one:usdc': 90_000_000n },
      }).context,
    );
    expect([paidIn.user?.maxBridgeAmount, paidIn.solver.capacityPerRequest]).toEqual([
      '90000000',
      '500000000',
    ]);
    const paidOut = await readConfig(
      ask,
      serve({
        destination: { balances: spendable(10n ** 12n) },
        places: { 'two:usdc': 80_000_000n },
      }).context,
    );
    expect([paidOut.user?.maxBridgeAmount, paidOut.solver.capacityPerRequest]).toEqual([
      '80000000',
      '80000000',
    ]);
    const short = await readConfig(
      ask,
      serve({ destination: { balances: spendable(3n) } }).context,
    );
    expect([short.solver.capacityPerRequest, short.user?.maxBridgeAmount]).toEqual(['3', '3']);
  });

  test('CB13: is not enabled where nothing can be bridged', async () => {
    const ask = { originChainId: 1, destinationChainId: 2, user: alice, currency: 'usdc' } as const;
    const { chain } = createFakeChain({ id: 1, slug: 'one' });
    for (const changes of [
      { destination: { balances: spendable(0n) } },
      { origin: { info: { ...chain.info, disabled: true } } },
      { origin: { observe: { ...chain.observe, tip: () => undefined } } },
      { origin: { observe: { ...chain.observe, tip: tipOf(60_001) } } },
      { origin: { info: { ...chain.info, depositEnabled: false } } },
      ...[1, 2]
        .flatMap((halted): readonly Restrictions[] => [
          { isHalted: ({ id }) => id === halted },
          { isRestricted: ({ id }, currency) => id === halted && currency === fakeAddress('usdc') },
        ])
        .map((restrictions) => ({ restrictions })),
    ]) {
      expect(await readConfig(ask, serve(changes).context)).toMatchObject({
        enabled: false,
        user: { balance: '700000000', maxBridgeAmount: '0' },
      });
    }
    expect((await readConfig({ ...ask, destinationChainId: 1 }, serve().context)).enabled).toBe(
      false,
    );
  });

  test('tells no balance of a currency that the origin lacks', async () => {
    const { chain } = createFakeChain({ id: 1, slug: 'one' });
    const origin = { assets: chain.assets.filter(({ isNative }) => !isNative) };
    const query = { originChainId: 1, destinationChainId: 2, user: alice };
    const { context } = serve({ origin, destination: { balances: spendable(10n ** 18n) } });
    expect(await readConfig(query, context)).toMatchObject({
      enabled: true,
      user: { balance: '0', maxBridgeAmount: '0' },
    });
  });

  test('refuses rather than guesses', async () => {
    const codes = async (
      query: Partial<Parameters<typeof readConfig>[0]>,
      changes: Parameters<typeof serve>[0] = {},
    ) =>
      readConfig(
        { originChainId: 1, destinationChainId: 2, ...query },
        serve(changes).context,
      ).then(
        () => 'answered',
        (error: unknown) => (error as PortageError).code,
      );
    expect(await codes({ originChainId: 5 })).toBe('UNSUPPORTED_CHAIN');
    expect(await codes({ currency: 'pengu' })).toBe('UNSUPPORTED_CURRENCY');
    expect(await codes({ user: 'somebody' })).toBe('INVALID_ADDRESS');
    expect(await codes({}, { destination: { balances: spendable(5n, 60_001) } })).toBe(
      'PRICE_FETCH_FAILED',
    );
    expect(await codes({}, { destination: { gas: { estimate: () => undefined } } })).toBe(
      'PRICE_FETCH_FAILED',
    );
    const failing = {
      read: () => Promise.reject(new PortageError('RPC_HTTP_ERROR')),
      spendable: () => undefined,
    };
    expect(await codes({ user: alice, currency: 'usdc' }, { origin: { balances: failing } })).toBe(
      'RPC_HTTP_ERROR',
    );
  });
});

describe('balances of users', () => {
  test('are given up after three seconds, and asked for once', async () => {
    vi.useFakeTimers();
    const signals: (AbortSignal | undefined)[] = [];
    const { chain } = createFakeChain({ id: 1, slug: 'one' });
    const silent: Chain = {
      ...chain,
      balances: {
        read: (_account, _currency, signal) => new Promise(() => void signals.push(signal)),
        spendable: () => undefined,
      },
    };
    const balances = createUserBalances();
    const both = Promise.allSettled([
      balances.read(silent, 'a', 'c'),
      balances.read(silent, 'a', 'c'),
    ]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await both).toMatchObject([
      { reason: { code: 'REQUEST_TIMED_OUT' } },
      { reason: { code: 'REQUEST_TIMED_OUT' } },
    ]);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    for (let account = 0; account < 32; account += 1)
      balances.read(silent, String(account), 'c').catch(() => undefined);
    await expect(balances.read(silent, 'one more', 'c')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
  });
});

describe('GET /config/v2', () => {
  test('says that it is deprecated, and by what', async () => {
    const { server } = await createTestServer();
    const answer = await server.inject({
      url: `/config/v2?originChainId=1&destinationChainId=2&user=${alice}`,
    });
    expect(configResponseSchema.parse(answer.json())).toMatchObject({
      enabled: true,
      user: { balance: '1000000000000000000' },
    });
    expect(answer.headers).toMatchObject({ link: '</quote/v2>; rel="successor-version"' });
    expect(answer.headers.deprecation).toMatch(/^@\d+$/);
    for (const query of [
      '',
      '?originChainId=1',
      '?originChainId=1&destinationChainId=2&currency=doge',
      '?originChainId=x&destinationChainId=2',
    ]) {
      const refusal = await server.inject({ url: `/config/v2${query}` });
      expect([refusal.statusCode, refusal.json<object>()]).toMatchObject([
        400,
        { code: 'INVALID_REQUEST', message: expect.any(String) as string },
      ]);
    }
    await server.close();
  });
});
