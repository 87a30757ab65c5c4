import { approvalProxyAbi, routerAbi } from '@portage/contracts';
import {
  isPortageError,
  type ChainInfo,
  type Quote,
  type QuoteBody,
  type StepItem,
} from '@portage/core';
import { createPortage, type Portage } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import {
  createPublicClient,
  createWalletClient,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  http,
  zeroAddress,
  type ContractFunctionArgs,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evmChains } from './evmChains.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

let system: TestSystem;
let portage: Portage;
let chains: readonly ChainInfo[];
const user = (): Hex => privateKeyToAccount(system.privateKey(3)).address;
const recipient: Hex = '0x00000000000000000000000000000000000e7501';
const stranger: Hex = '0x000000000000000000000000000000000000dEaD';
const ether = 10n ** 18n;

beforeAll(async () => {
  system = await startTestSystem({ chains: evmChains });
  const wallet = (chainId: number) =>
    createWalletClient({
      account: privateKeyToAccount(system.privateKey(3)),
      transport: http(system.chain(chainId === 10 ? 10 : 8453).rpcUrl),
    });
  portage = createPortage({
    baseUrl: system.url,
    executors: [createEvmExecutor({ wallet, pollMs: 100 })],
    pollMs: 100,
  });
  chains = await portage.getChains();
  const { rpcUrl, uniswap } = system.chain(8453);
  const faucet = createWalletClient({
    account: privateKeyToAccount(system.devnet.description.roles.faucet.privateKey),
    transport: http(rpcUrl),
  });
  const hash = await faucet.writeContract({
    chain: null,
    abi: erc20Abi,
    address: uniswap.tokens.dai.address,
    functionName: 'transfer',
    args: [user(), 10_000n * ether],
  });
  await createPublicClient({
    transport: http(rpcUrl),
    pollingInterval: 100,
  }).waitForTransactionReceipt({ hash });
});
afterAll(async () => {
  await system.close();
});

/** tDAI, which the solver does not hold, for a currency that it holds on the other chain. */
function daiToUsdc(more: Partial<QuoteBody> = {}): QuoteBody {
  return {
    user: user(),
    recipient,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: system.chain(8453).uniswap.tokens.dai.address,
    destinationCurrency: system.usdc(10),
    amount: (400n * ether).toString(),
    ...more,
  };
}

const balance = (chainId: 8453 | 10, token: Hex, account: Hex): Promise<bigint> =>
  createPublicClient({ transport: http(system.chain(chainId).rpcUrl) }).readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  });

describe('an origin swap', () => {
  test.each([
    ['an exact input', {}],
    ['an exact output', { tradeType: 'EXACT_OUTPUT', amount: '90000000' }],
    ['an expected output', { tradeType: 'EXPECTED_OUTPUT', amount: '80000000' }],
  ] as const)('of %s is verified, signed and filled', async (_, more) => {
    const before = await balance(10, system.usdc(10), recipient);
    let shown: Quote | undefined;
    const result = await portage.swap(daiToUsdc(more), {
      onQuote: (quote) => {
        shown = quote;
      },
    });
    expect(result.status).toBe('success');
    expect((await balance(10, system.usdc(10), recipient)) - before).toBeGreaterThanOrEqual(
      BigInt(shown!.details.currencyOut.minimumAmount),
    );
  });
});

/** tDAI for another currency on the same chain; the user makes the swap alone. */
function daiOnBase(more: Partial<QuoteBody> = {}): QuoteBody {
  return daiToUsdc({
    destinationChainId: 8453,
    destinationCurrency: system.chain(8453).uniswap.tokens.wbtc.address,
    ...more,
  });
}

describe('a swap within a chain', () => {
  const wbtc = (): Hex => system.chain(8453).uniswap.tokens.wbtc.address;
  test.each([
    ['an exact input', {}],
    ['an exact output', { tradeType: 'EXACT_OUTPUT', amount: '200000' }],
    ['an expected output', { tradeType: 'EXPECTED_OUTPUT', amount: '200000' }],
    ['a payer who gets it itself', { recipient: undefined }],
  ] as const)(
    'of %s is verified, made, and seen',
    async (
      name,
      {
        recipient: to = name.startsWith('a payer') ? user() : recipient,
        ...more
      }: Partial<QuoteBody>,
    ) => {
      const request = daiOnBase({ ...more, recipient: to });
      const quote = await portage.getQuote(request);
      expect(quote.steps.map(({ id }) => id)).toEqual(['approve', 'swap']);
      const before = await balance(8453, wbtc(), to as Hex);
      const result = await portage.execute({
        quote,
        request,
        minAmountOut: quote.details.currencyOut.minimumAmount,
        maxAmountIn: 10_000n * ether,
      });
      expect(result).toMatchObject({ status: 'success', txHashes: result.inTxHashes.slice(-1) });
      const got = (await balance(8453, wbtc(), to as Hex)) - before;
      expect(got).toBeGreaterThanOrEqual(BigInt(quote.details.currencyOut.minimumAmount));
      if (request.tradeType === 'EXACT_OUTPUT') expect(got).toBe(200_000n);
    },
  );

  test.each([
    ['native currency for a token', zeroAddress, (): Hex => wbtc()],
    ['a token for native currency', undefined, (): Hex => zeroAddress],
    ['native for wrapped currency', zeroAddress, (): Hex => system.chain(8453).tokens.weth.address],
  ] as const)('gives %s', async (_, given, wanted) => {
    const request = daiOnBase({
      ...(given === undefined ? {} : { originCurrency: given }),
      destinationCurrency: wanted(),
      amount: ether.toString(),
    });
    const result = await portage.swap(request, { minAmountOut: 1_000n });
    expect(result.status).toBe('success');
  });
});

type Pull = ContractFunctionArgs<typeof approvalProxyAbi, 'nonpayable' | 'payable', 'pull'>;
type Plan = Pull[2];
type Settlement = Plan['settlement'];

const payingItem = (quote: Quote): StepItem & { data: { data: Hex } } =>
  quote.steps.at(-1)!.items[0]! as StepItem & { data: { data: Hex } };

/** Honest quote whose plan a hostile service changed afterwards. */
async function hostile(
  request: QuoteBody,
  change: (pull: { token: Hex; amount: bigint; plan: Plan }) => {
    token: Hex;
    amount: bigint;
    plan: Plan;
  },
): Promise<Quote> {
  const quote = structuredClone(await portage.getQuote(request));
  const item = payingItem(quote);
  const { functionName, args } = decodeFunctionData({
    abi: approvalProxyAbi,
    data: item.data.data,
  });
  if (functionName !== 'pull') throw new Error('The quote takes a token.');
  const { token, amount, plan } = change({ token: args[0], amount: args[1], plan: args[2] });
  item.data.data = encodeFunctionData({
    abi: approvalProxyAbi,
    functionName: 'pull',
    args: [token, amount, plan],
  });
  return quote;
}

async function checkOf(quote: Quote, request: QuoteBody, trusted = chains): Promise<unknown> {
  try {
    await portage.verifyQuote(quote, { request, chains: trusted });
  } catch (error) {
    if (isPortageError(error, 'QUOTE_VERIFICATION_FAILED')) return error.context['check'];
    throw error;
  }
  return 'accepted';
}

describe('verification of a swap within a chain', () => {
  const tampered = async (
    change: Partial<Plan> | ((settlement: Settlement) => Partial<Settlement>),
  ): Promise<unknown> => {
    const request = daiOnBase();
    const quote = await hostile(request, ({ plan, ...rest }) => ({
      ...rest,
      plan:
        typeof change === 'function'
          ? { ...plan, settlement: { ...plan.settlement, ...change(plan.settlement) } }
          : { ...plan, ...change },
    }));
    return await checkOf(quote, request);
  };

  test('accepts what the service made', async () => {
    expect(await tampered({})).toBe('accepted');
  });

  test.each<[string, string, Partial<Plan> | ((settlement: Settlement) => Partial<Settlement>)]>([
    ['an order', 'order-id', () => ({ id: `0x${'77'.repeat(32)}` })],
    ['another recipient', 'recipient', () => ({ account: stranger })],
    ['another currency', 'currency', () => ({ token: stranger })],
    ['a lower minimum', 'minimum-output', ({ minimum }) => ({ minimum: minimum - 1n })],
    ['a lower maximum', 'amount', ({ minimum }) => ({ maximum: minimum })],
    ['leftovers for somebody else', 'refund', { refundTo: stranger }],
    ['a plan that is over', 'deadline', { deadline: 1n }],
    ['a plan that stays valid for years', 'deadline', { deadline: 4_000_000_000n }],
  ])('refuses %s (%s)', async (_, check, change) => {
    expect(await tampered(change)).toBe(check);
  });

  test('refuses details that promise too little, and a swap where an order was asked for', async () => {
    const request = daiOnBase({ slippageTolerance: '50' });
    const quote = await portage.getQuote(request);
    expect(await checkOf(quote, request)).toBe('accepted');
    expect(await checkOf(quote, { ...request, slippageTolerance: '10' })).toBe('minimum-output');
    expect(await checkOf(quote, { ...request, amount: (401n * ether).toString() })).toBe('amount');
    expect(await checkOf(quote, { ...request, destinationChainId: 10 })).toBe('order-id');
    expect(await checkOf(quote, { ...request, forceSolverExecution: true })).toBe('order-id');
    expect(await checkOf(quote, { ...request, destinationCurrency: system.usdc(8453) })).toBe(
      'details',
    );
  });
});

describe('verification of an origin swap', () => {
  test('accepts what the service made', async () => {
    expect(await checkOf(await hostile(daiToUsdc(), (same) => same), daiToUsdc())).toBe('accepted');
  });

  test.each<[string, string, (settlement: Settlement) => Partial<Settlement>]>([
    ['another order', 'order-id', () => ({ id: `0x${'77'.repeat(32)}` })],
    ['no order', 'order-id', () => ({ id: `0x${'00'.repeat(32)}` })],
    ['another depositor', 'recipient', () => ({ account: stranger })],
    ['another currency', 'currency', () => ({ token: stranger })],
    ['a lower minimum', 'minimum-output', ({ minimum }) => ({ minimum: (minimum * 9n) / 10n })],
    ['no minimum', 'minimum-output', () => ({ minimum: 1n })],
    ['a lower maximum', 'amount', ({ maximum }) => ({ maximum: maximum - 1n })],
    ['a higher maximum', 'amount', ({ maximum }) => ({ maximum: maximum + 1n })],
  ])('refuses %s in the settlement (%s)', async (_, check, change) => {
    const quote = await hostile(daiToUsdc(), ({ plan, ...rest }) => ({
      ...rest,
      plan: { ...plan, settlement: { ...plan.settlement, ...change(plan.settlement) } },
    }));
    expect(await checkOf(quote, daiToUsdc())).toBe(check);
  });

  test.each<
    [
      string,
      string,
      (pull: {
        token: Hex;
        amount: bigint;
        plan: Plan;
      }) => Partial<{ token: Hex; amount: bigint; plan: Plan }>,
    ]
  >([
    [
      'leftovers for somebody else',
      'refund',
      ({ plan }) => ({ plan: { ...plan, refundTo: stranger } }),
    ],
    ['a plan that is over', 'deadline', ({ plan }) => ({ plan: { ...plan, deadline: 1n } })],
    [
      'a plan that stays valid for years',
      'deadline',
      ({ plan }) => ({ plan: { ...plan, deadline: plan.deadline + 1_000_000_000n } }),
    ],
    ['another token to be taken', 'currency', () => ({ token: stranger })],
    ['more to be taken', 'amount', ({ amount }) => ({ amount: amount + 1n })],
    ['less to be taken', 'amount', ({ amount }) => ({ amount: amount - 1n })],
  ])('refuses %s (%s)', async (_, check, change) => {
    expect(
      await checkOf(
        await hostile(daiToUsdc(), (pull) => ({ ...pull, ...change(pull) })),
        daiToUsdc(),
      ),
    ).toBe(check);
  });

  test('refuses another contract, another spender, and a plan hidden in something else', async () => {
    const request = daiToUsdc();
    const change = async (edit: (quote: Quote) => void): Promise<unknown> => {
      const quote = structuredClone(await portage.getQuote(request));
      edit(quote);
      return await checkOf(quote, request);
    };
    const approve = (spender: Hex, amount: bigint): Hex =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] });
    const { approvalProxy, router, depository } = system.chain(8453).contracts;
    expect(await change((quote) => (payingItem(quote).data['to'] = stranger))).toBe('effects');
    expect(await change((quote) => (payingItem(quote).data['to'] = router))).toBe('effects');
    expect(await change((quote) => (payingItem(quote).data['value'] = '1'))).toBe('effects');
    expect(await change((quote) => (payingItem(quote).data.data += '00'))).toBe('effects');
    expect(await change((quote) => (payingItem(quote).data['chainId'] = 10))).toBe('chain');
    for (const spender of [stranger, router, depository])
      expect(
        await change(
          (quote) => (quote.steps[0]!.items[0]!.data['data'] = approve(spender, 400n * ether)),
        ),
      ).toBe('effects');
    expect(
      await change(
        (quote) =>
          (quote.steps[0]!.items[0]!.data['data'] = approve(approvalProxy, 400n * ether + 1n)),
      ),
    ).toBe('amount');
    expect(await change((quote) => quote.steps.push(structuredClone(quote.steps[1]!)))).toBe(
      'effects',
    );
  });

  test('refuses a swap that was not to be made, and chains whose contracts nobody vouches for', async () => {
    const quote = await portage.getQuote(daiToUsdc());
    expect(await checkOf(quote, daiToUsdc({ disableOriginSwaps: true }))).toBe('currency');
    expect(
      await checkOf(
        quote,
        daiToUsdc(),
        chains.map((chain) => ({ ...chain, contracts: {} })),
      ),
    ).toBe('currency');
    expect(
      await checkOf(
        quote,
        daiToUsdc(),
        chains.map((chain) => ({
          ...chain,
          contracts: { ...chain.contracts, approvalProxy: stranger },
        })),
      ),
    ).toBe('effects');
    expect(
      await checkOf(
        quote,
        daiToUsdc(),
        chains.map((chain) => ({ ...chain, solverCurrencies: [] })),
      ),
    ).toBe('currency');
  });

  test('holds for native currency too', async () => {
    const request = daiToUsdc({
      originCurrency: zeroAddress,
      amount: ether.toString(),
      excludedSwapSources: [],
    });
    const quote = structuredClone(await portage.getQuote(request));
    expect(await checkOf(quote, request)).toBe('accepted');
    // The solver holds native currency, so nothing has to be swapped and a plan exceeds the
    // request.
    const item = payingItem(quote);
    const plan: Plan = {
      calls: [],
      settlement: {
        id: quote.protocol.v2!.orderId as Hex,
        account: user(),
        token: zeroAddress,
        minimum: ether,
        maximum: ether,
      },
      touched: [],
      refundTo: user(),
      deadline: 1_900_000_000n,
      salt: `0x${'01'.repeat(32)}`,
    };
    item.data['to'] = system.chain(8453).contracts.router;
    item.data.data = encodeFunctionData({ abi: routerAbi, functionName: 'execute', args: [plan] });
    expect(await checkOf(quote, request)).toBe('effects');
  });
});

test('afterwards the books are sound', async () => {
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
});
