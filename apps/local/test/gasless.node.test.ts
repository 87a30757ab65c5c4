import { depositoryAbi, testBatchAccountAbi, testUsdcAbi } from '@portage/contracts';
import { testBatchAccountBytecode } from '@portage/contracts/bytecode';
import type { Authorization, EvmTransactionData, Quote, QuoteBody } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import { createPortage, isPortageError } from '@portage/sdk';
import { createEvmExecutor, submitGasless, type GaslessCall } from '@portage/sdk/evm';
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  padHex,
  zeroAddress,
  type Hex,
} from 'viem';
import {
  generatePrivateKey,
  privateKeyToAccount,
  privateKeyToAddress,
  type PrivateKeyAccount,
} from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchAccount, encodeBatch } from '../src/batchAccount.js';
import { evmChains } from './evmChains.js';
import { startTestSystem, type TestSystem } from './testSystem.js';
import { endOf } from './endOf.js';

/** Deposits that a payer's own delegated account makes and the solver sends, on real chains. */
let system: TestSystem;
let delegate: Hex;
let apiKey: string;

const testAmount = 20_000_000n;

beforeAll(async () => {
  system = await startTestSystem({ chains: evmChains });
  const hash = await banker().deployContract({
    chain: null,
    abi: testBatchAccountAbi,
    bytecode: testBatchAccountBytecode,
  });
  const { contractAddress } = await reader(8453).waitForTransactionReceipt({ hash });
  if (contractAddress === null || contractAddress === undefined)
    throw new Error('The delegate was not deployed.');
  delegate = contractAddress;
  apiKey = await system.createSponsor(100_000_000n);
});
afterAll(async () => {
  await system.close();
});

const reader = (id: 8453 | 10) =>
  createPublicClient({ transport: http(system.chain(id).rpcUrl), pollingInterval: 50 });
const banker = () =>
  createWalletClient({
    account: privateKeyToAccount(system.privateKey(0)),
    transport: http(system.chain(8453).rpcUrl),
  });
const dollars = (id: 8453 | 10, holder: Hex): Promise<bigint> =>
  reader(id).readContract({
    address: system.usdc(id),
    abi: testUsdcAbi,
    functionName: 'balanceOf',
    args: [holder],
  });

/** Account with dollars and without native currency. */
async function createPayer(amount = testAmount): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  const hash = await banker().writeContract({
    chain: null,
    address: system.usdc(8453),
    abi: testUsdcAbi,
    functionName: 'transfer',
    args: [account.address, amount],
  });
  await reader(8453).waitForTransactionReceipt({ hash });
  return account;
}

async function post(
  path: string,
  body: object,
  key = apiKey,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const answer = await fetch(`${system.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

function bodyFor(user: Hex, members: Partial<QuoteBody> = {}): QuoteBody {
  return {
    user,
    recipient: privateKeyToAddress(generatePrivateKey()),
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: system.usdc(8453),
    destinationCurrency: system.usdc(10),
    amount: testAmount.toString(),
    originGasOverhead: 80_000,
    ...members,
  };
}

async function quoteFor(user: Hex, members: Partial<QuoteBody> = {}): Promise<Quote> {
  const answer = await post('/quote/v2', bodyFor(user, members));
  if (answer.status !== 200)
    throw new Error(`The quote was refused: ${JSON.stringify(answer.body)}`);
  return quoteSchema.parse(answer.body);
}

function callsOf({ steps }: Quote): readonly GaslessCall[] {
  return steps
    .flatMap(({ items }) => items)
    .map(({ data }) => {
      // Quotes without usePermit ask for transactions.
      const { to, value, data: bytes } = data as EvmTransactionData;
      return { to: to as Hex, value: BigInt(value), data: bytes as Hex };
    });
}

async function authorize(
  account: PrivateKeyAccount,
  address = delegate,
  nonce = 0,
): Promise<Authorization> {
  const { r, s, yParity = 0 } = await account.signAuthorization({ chainId: 8453, address, nonce });
  return {
    chainId: 8453,
    address,
    nonce,
    yParity,
    r: padHex(r, { size: 32 }),
    s: padHex(s, { size: 32 }),
  };
}

interface Posted {
  readonly to: string;
  readonly data: string;
  readonly value?: string;
  readonly chainId?: number;
  readonly authorizationList?: readonly Authorization[];
}

const executeBody = (requestId: string | undefined, data: Posted) => ({
  executionKind: 'rawCalls',
  data: { chainId: 8453, value: '0', ...data },
  executionOptions: { subsidizeFees: false },
  requestId,
});

/** Body that an account posts before it is delegated. */
async function first(account: PrivateKeyAccount, calls: readonly GaslessCall[]): Promise<Posted> {
  return {
    to: account.address,
    data: await encodeBatch(account, 8453, { calls, nonce: 0n }),
    authorizationList: [await authorize(account)],
  };
}

async function statusOf(requestId: string): Promise<string> {
  const answer = await fetch(`${system.url}/intents/status/v3?requestId=${requestId}`);
  return ((await answer.json()) as { status: string }).status;
}

const solver = (): Hex => system.devnet.description.roles.solver.address;
const sentOf = (address: Hex, blockTag: 'latest' | 'pending'): Promise<number> =>
  reader(8453).getTransactionCount({ address, blockTag });

describe('a deposit without gas', () => {
  test('is made by the account’s own calls, twice: delegated on the way, and delegated already (steps#execute-data, steps#execute-authorizationList, steps#execute-executionKind)', async () => {
    const account = await createPayer(2n * testAmount);
    const wallet = createWalletClient({ account, transport: http(system.chain(8453).rpcUrl) });
    const portage = createPortage({
      baseUrl: system.url,
      apiKey,
      executors: [createEvmExecutor({ wallet })],
    });
    for (const nonce of [0n, 1n]) {
      const request = bodyFor(account.address);
      const quote = await portage.getQuote(request);
      const verify = (): Promise<void> => portage.verifyQuote(quote, { request });
      await submitGasless(portage.client, {
        quote,
        verify,
        account,
        read: reader(8453),
        delegate: batchAccount(delegate, account, { chainId: 8453, nonce }),
      });
      expect(await portage.waitForStatus(quote.requestId)).toMatchObject({ status: 'success' });
      expect(await dollars(10, request.recipient as Hex)).toBe(
        BigInt(quote.details.currencyOut.amount),
      );
    }
    expect(await dollars(8453, account.address)).toBe(0n);
    expect(await reader(8453).getBalance({ address: account.address })).toBe(0n);
  });

  test('swaps on the way, and pays native currency out of the account’s own balance', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const { dai } = system.chain(8453).uniswap.tokens;
    const ether = 10n ** 18n;
    const faucet = createWalletClient({
      account: privateKeyToAccount(system.privateKey(0)),
      transport: http(system.chain(8453).rpcUrl),
    });
    const hash = await faucet.writeContract({
      chain: null,
      address: dai.address,
      abi: testUsdcAbi,
      functionName: 'transfer',
      args: [account.address, 50n * ether],
    });
    await reader(8453).waitForTransactionReceipt({ hash });
    const swap = await quoteFor(account.address, {
      originCurrency: dai.address,
      amount: (50n * ether).toString(),
    });
    expect(
      await post('/execute', executeBody(swap.requestId, await first(account, callsOf(swap)))),
    ).toMatchObject({ status: 200 });
    expect((await endOf(system.url, swap.requestId)).status).toBe('success');
    await reader(8453).waitForTransactionReceipt({
      hash: await faucet.sendTransaction({ chain: null, to: account.address, value: ether / 10n }),
    });
    const native = await quoteFor(account.address, {
      originCurrency: zeroAddress,
      amount: (ether / 10n).toString(),
    });
    const data = await encodeBatch(account, 8453, { calls: callsOf(native), nonce: 1n });
    expect(
      await post('/execute', executeBody(native.requestId, { to: account.address, data })),
    ).toMatchObject({ status: 200 });
    expect((await endOf(system.url, native.requestId)).status).toBe('success');
    expect(await reader(8453).getBalance({ address: account.address })).toBe(0n);
  });

  test('signs nothing of a quote that does not verify', async () => {
    const account = await createPayer();
    const quote = await quoteFor(account.address);
    const portage = createPortage({
      baseUrl: system.url,
      apiKey,
      executors: [
        createEvmExecutor({
          wallet: createWalletClient({ account, transport: http(system.chain(8453).rpcUrl) }),
        }),
      ],
    });
    const other = bodyFor(account.address);
    const verify = (): Promise<void> => portage.verifyQuote(quote, { request: other });
    const error: unknown = await submitGasless(portage.client, {
      quote,
      verify,
      account,
      read: reader(8453),
      delegate: batchAccount(delegate, account, { chainId: 8453, nonce: 0n }),
    }).catch((thrown: unknown) => thrown);
    expect(isPortageError(error, 'QUOTE_VERIFICATION_FAILED')).toBe(true);
    expect(await statusOf(quote.requestId)).toBe('waiting');
  });

  test('is paid for by the order: the quote charges more than one whose payer sends it', async () => {
    const { address } = await createPayer();
    const [gasless, plain] = await Promise.all([
      quoteFor(address),
      quoteFor(address, { originGasOverhead: undefined }),
    ]);
    expect(BigInt(gasless.fees.relayerGas.amount)).toBeGreaterThan(
      BigInt(plain.fees.relayerGas.amount),
    );
    expect(gasless.fees.gas.amount).toBe('0');
    expect(BigInt(gasless.details.currencyOut.amount)).toBeLessThan(
      BigInt(plain.details.currencyOut.amount),
    );
  });

  test('that brings no deposit, another one or too little is refused before it costs gas, and the quote can still be paid', async () => {
    const account = await createPayer(3n * testAmount);
    const [quote, other] = await Promise.all([
      quoteFor(account.address),
      quoteFor(account.address),
    ]);
    const sent = await reader(8453).getTransactionCount({ address: solver() });
    const [approval, deposit] = callsOf(quote);
    const short = encodeFunctionData({
      abi: depositoryAbi,
      functionName: 'depositErc20',
      args: [
        account.address,
        system.usdc(8453),
        testAmount - 1n,
        quote.protocol.v2?.orderId as Hex,
      ],
    });
    for (const calls of [[], callsOf(other), [approval!, { ...deposit!, data: short }]]) {
      const answer = await post(
        '/execute',
        executeBody(quote.requestId, await first(account, calls)),
      );
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'DELEGATION_REDEEM_FAILED',
          message: expect.stringContaining('makes no deposit that pays the order') as string,
        },
      });
    }
    expect(await statusOf(quote.requestId)).toBe('waiting');
    expect(await reader(8453).getTransactionCount({ address: solver() })).toBe(sent);
    expect(
      await post('/execute', executeBody(quote.requestId, await first(account, callsOf(quote)))),
    ).toMatchObject({ status: 200 });
    expect((await endOf(system.url, quote.requestId)).status).toBe('success');
  });

  test('whose money is gone when it is made costs nothing but its gas, and after three such the account is refused', async () => {
    const account = await createPayer();
    const elsewhere = createWalletClient({ account, transport: http(system.chain(8453).rpcUrl) });
    await reader(8453).waitForTransactionReceipt({
      hash: await banker().sendTransaction({ chain: null, to: account.address, value: 10n ** 17n }),
    });
    // Delegated from the start, so that its own transactions change nothing but its balance.
    await reader(8453).waitForTransactionReceipt({
      hash: await elsewhere.sendTransaction({
        chain: null,
        to: account.address,
        authorizationList: [
          await elsewhere.signAuthorization({
            chainId: 8453,
            contractAddress: delegate,
            executor: 'self',
          }),
        ],
      }),
    });
    const drain = (to: Hex, amount: bigint) =>
      ({
        chain: null,
        address: system.usdc(8453),
        abi: testUsdcAbi,
        functionName: 'transfer',
        args: [to, amount],
        gas: 100_000n,
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 4_000_000_000n,
      }) as const;
    for (let times = 0; times < 3; times += 1) {
      const quote = await quoteFor(account.address);
      const data = await encodeBatch(account, 8453, { calls: callsOf(quote), nonce: 0n });
      await system.devnet.pauseMining(8453);
      const sent = await sentOf(solver(), 'latest');
      // No simulation sees this; it is mined before the call.
      const away = await elsewhere.writeContract(drain(banker().account.address, testAmount));
      expect(
        await post('/execute', executeBody(quote.requestId, { to: account.address, data })),
      ).toMatchObject({ status: 200 });
      // The call is in the pool, behind the transfer.
      await expect.poll(() => sentOf(solver(), 'pending')).toBeGreaterThan(sent);
      await system.devnet.resumeMining(8453);
      await reader(8453).waitForTransactionReceipt({ hash: away });
      expect((await endOf(system.url, quote.requestId)).status).toBe('failure');
      await reader(8453).waitForTransactionReceipt({
        hash: await banker().writeContract(drain(account.address, testAmount)),
      });
    }
    const last = await quoteFor(account.address);
    const body = executeBody(last.requestId, {
      to: account.address,
      data: await encodeBatch(account, 8453, { calls: callsOf(last), nonce: 0n }),
    });
    expect(await post('/execute', body)).toMatchObject({
      status: 400,
      body: {
        code: 'DELEGATION_REDEEM_FAILED',
        message: expect.stringContaining('This account has 3 submissions') as string,
      },
    });
    expect(await dollars(8453, account.address)).toBe(testAmount);
  });

  test('posted any number of times, it is made once', async () => {
    const account = await createPayer(2n * testAmount);
    const quote = await quoteFor(account.address);
    const body = executeBody(quote.requestId, await first(account, callsOf(quote)));
    const answers = await Promise.all([
      post('/execute', body),
      post('/execute', body),
      post('/execute', body),
    ]);
    expect(answers).toEqual(
      Array.from({ length: 3 }, () => ({
        status: 200,
        body: { message: 'Transaction submitted', requestId: quote.requestId },
      })),
    );
    expect((await endOf(system.url, quote.requestId)).status).toBe('success');
    expect(await post('/execute', body)).toMatchObject({ status: 200 });
    expect(await dollars(8453, account.address)).toBe(testAmount);
    // The batch of one quote is worth nothing for another.
    const next = await quoteFor(account.address);
    expect(
      await post(
        '/execute',
        executeBody(next.requestId, { to: account.address, data: body.data.data }),
      ),
    ).toMatchObject({ status: 400, body: { code: 'DELEGATION_REDEEM_FAILED' } });
  });
});

describe('POST /execute refuses', () => {
  test('the solver’s own money: a token as the target, whoever the user is (steps#execute-to)', async () => {
    const account = await createPayer();
    const usdc = system.usdc(8453);
    const loot = encodeFunctionData({
      abi: testUsdcAbi,
      functionName: 'transfer',
      args: [account.address, 1_000_000n],
    });
    const before = await dollars(8453, solver());
    const quote = await quoteFor(account.address);
    expect(
      await post('/execute', executeBody(quote.requestId, { to: usdc, data: loot })),
    ).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', errors: [{ path: 'data.to' }] },
    });
    expect(
      await post(
        '/execute',
        executeBody(quote.requestId, {
          to: usdc,
          data: loot,
          authorizationList: [await authorize(account)],
        }),
      ),
    ).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(
      await post(
        '/execute',
        executeBody(quote.requestId, {
          to: delegate,
          data: loot,
          authorizationList: [await authorize(account)],
        }),
      ),
    ).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(await dollars(8453, solver())).toBe(before);
    expect(await statusOf(quote.requestId)).toBe('waiting');
  });

  test('an account that is not delegated, and delegations that would not hold', async () => {
    const account = await createPayer();
    const stranger = privateKeyToAccount(generatePrivateKey());
    const quote = await quoteFor(account.address);
    const good = await first(account, callsOf(quote));
    const { to, data } = good;
    expect(await post('/execute', executeBody(quote.requestId, { to, data }))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', errors: [{ path: 'data.to' }] },
    });
    const own = await authorize(account);
    const zero: Hex = `0x${'00'.repeat(20)}`;
    for (const bad of [
      await authorize(stranger),
      await authorize(account, delegate, 1),
      await authorize(account, zero),
      { ...own, chainId: 10 },
      { ...own, r: own.s },
    ]) {
      expect(
        await post(
          '/execute',
          executeBody(quote.requestId, { to, data, authorizationList: [bad] }),
        ),
      ).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION' } });
    }
    expect(await statusOf(quote.requestId)).toBe('waiting');
  });

  test('a batch that somebody else signed, and one that reverts; the quote still stands', async () => {
    const account = await createPayer();
    const quote = await quoteFor(account.address);
    const calls = callsOf(quote);
    const stranger = privateKeyToAccount(generatePrivateKey());
    const foreign = await encodeBatch({ ...stranger, address: account.address }, 8453, {
      calls,
      nonce: 0n,
    });
    const authorizationList = [await authorize(account)];
    expect(
      await post(
        '/execute',
        executeBody(quote.requestId, { to: account.address, data: foreign, authorizationList }),
      ),
    ).toMatchObject({ status: 400, body: { code: 'DELEGATION_REDEEM_FAILED' } });
    const reverting = await encodeBatch(account, 8453, {
      calls: [...calls, ...calls.slice(-1)],
      nonce: 0n,
    });
    const answer = await post(
      '/execute',
      executeBody(quote.requestId, { to: account.address, data: reverting, authorizationList }),
    );
    const words = expect.stringMatching(
      /^the (?:account does not hold enough|allowance is too small)/,
    ) as string;
    const errorData = {
      requestId: quote.requestId,
      topLevel: words,
      innermost: words,
      path: [words],
      revert: { type: 'custom', data: expect.stringMatching(/^0x[0-9a-f]{8,}$/) as string },
    };
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'DELEGATION_REDEEM_FAILED', errorData },
    });
    expect(await statusOf(quote.requestId)).toBe('waiting');
    expect(await dollars(8453, account.address)).toBe(testAmount);
    expect(
      await post('/execute', executeBody(quote.requestId, await first(account, calls))),
    ).toMatchObject({ status: 200 });
    expect((await endOf(system.url, quote.requestId)).status).toBe('success');
  });

  test('callers without a key, with another one, and without a quote that pays for it (steps#execute-requestId)', async () => {
    const account = await createPayer();
    const quote = await quoteFor(account.address);
    const posted = await first(account, callsOf(quote));
    const body = executeBody(quote.requestId, posted);
    const bare = await fetch(`${system.url}/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(bare.status).toBe(401);
    expect(await post('/execute', body, await system.createSponsor(1n))).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_REQUEST' },
    });
    expect(await post('/execute', executeBody(undefined, posted))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', errors: [{ path: 'requestId' }] },
    });
    const plain = await quoteFor(account.address, { originGasOverhead: undefined });
    expect(await post('/execute', executeBody(plain.requestId, posted))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', errors: [{ path: 'requestId' }] },
    });
    expect(
      await post('/execute', executeBody(quote.requestId, { ...posted, value: '1' })),
    ).toMatchObject({ status: 400, body: { errors: [{ path: 'data.value' }] } });
    expect(
      await post('/execute', executeBody(quote.requestId, { ...posted, chainId: 10 })),
    ).toMatchObject({ status: 400, body: { errors: [{ path: 'data.chainId' }] } });
    expect(
      await post(
        '/execute',
        executeBody(quote.requestId, { ...posted, data: `0x${'00'.repeat(20_000)}` }),
      ),
    ).toMatchObject({ status: 400, body: { errors: [{ path: 'data.data' }] } });
    const options = { subsidizeFees: true };
    for (const [members, path] of [
      [{ executionOptions: options }, 'executionOptions.subsidizeFees'],
      [{ originGasOverhead: 1 }, 'originGasOverhead'],
    ] as const)
      expect(await post('/execute', { ...body, ...members })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_REQUEST', errors: [{ path }] },
      });
    expect(await statusOf(quote.requestId)).toBe('waiting');
  });

  test('quotes for users that can never be called: contracts, whoever has named them, and accounts of the service', async () => {
    const refundTo = privateKeyToAddress(generatePrivateKey());
    for (const user of [
      system.usdc(8453),
      delegate,
      system.chain(8453).contracts.depository,
      solver(),
    ]) {
      expect(await post('/quote/v2', bodyFor(user, { refundTo }))).toMatchObject({
        status: 400,
        body: { code: 'UNSUPPORTED_FEATURE', errors: [{ path: 'originGasOverhead' }] },
      });
    }
  });

  test('quotes without a key, with which nothing could be executed', async () => {
    const { address } = await createPayer();
    const answer = await fetch(`${system.url}/quote/v2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodyFor(address)),
    });
    const body: unknown = await answer.json();
    expect({ status: answer.status, body }).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', errors: [{ path: 'originGasOverhead' }] },
    });
  });

  test('quotes that would be paid for in another way, and overheads beyond all measure', async () => {
    const { address } = await createPayer();
    for (const members of [{ usePermit: true }, { originGasOverhead: 2_000_001 }]) {
      expect(await post('/quote/v2', bodyFor(address, members))).toMatchObject({
        status: 400,
        body: { code: 'UNSUPPORTED_FEATURE', errors: [{ path: 'originGasOverhead' }] },
      });
    }
    expect(await post('/quote/v2', bodyFor(address, { useDepositAddress: true }))).toMatchObject({
      status: 400,
    });
  });
});
