import { createClient, type RelayChain } from '@relayprotocol/relay-sdk';
import {
  createPublicClient,
  createWalletClient,
  decodeAbiParameters,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  http,
  parseEther,
  parseSignature,
  zeroAddress,
  type Hex,
} from 'viem';
import {
  generatePrivateKey,
  privateKeyToAccount,
  privateKeyToAddress,
  type PrivateKeyAccount,
} from 'viem/accounts';
import { approvalProxyAbi, testTokenAbi, testWalletAbi, wethAbi } from '@portage/contracts';
import { testWalletBytecode } from '@portage/contracts/bytecode';
import type { Quote, SignatureData } from '@portage/core';
import { quoteSchema, signatureDataSchema } from '@portage/core/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evmChains } from './evmChains.js';
import { startTestSystem, type TestSystem } from './testSystem.js';
import { endOf } from './endOf.js';
import { laterThan } from './rounds.js';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({ chains: evmChains });
});
afterAll(async () => {
  await system.close();
});

const payerOf = (index: number): PrivateKeyAccount => privateKeyToAccount(system.privateKey(index));
const fresh = (): Hex => privateKeyToAddress(generatePrivateKey());
const reader = (id: 8453 | 10) =>
  createPublicClient({ transport: http(system.chain(id).rpcUrl), pollingInterval: 100 });
const dollars = (id: 8453 | 10, holder: Hex): Promise<bigint> =>
  reader(id).readContract({
    address: system.usdc(id),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  });

const dai = (): Hex => system.chain(8453).uniswap.tokens.dai.address;
const daiOf = (holder: Hex): Promise<bigint> =>
  reader(8453).readContract({
    address: dai(),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  });

async function post(
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(`${system.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

async function quoteFor(payer: PrivateKeyAccount, members: object = {}): Promise<Quote> {
  const { body } = await post('/quote/v2', {
    user: payer.address,
    recipient: fresh(),
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: system.usdc(8453),
    destinationCurrency: system.usdc(10),
    amount: '20000000',
    usePermit: true,
    ...members,
  });
  return quoteSchema.parse(body);
}

function signatureStep({ steps }: Quote): SignatureData {
  return signatureDataSchema.parse(steps.at(-1)?.items[0]?.data);
}

function sign({ sign: typed }: SignatureData, account: PrivateKeyAccount): Promise<Hex> {
  if (typed.signatureKind !== 'eip712') throw new Error('a permit is typed data');
  return account.signTypedData({
    domain: typed.domain,
    types: typed.types,
    primaryType: typed.primaryType,
    message: typed.value,
  });
}

const submit = ({ post: to }: SignatureData, signature: string) =>
  post(`${to.endpoint}?signature=${signature}`, to.body);

/** Data of both steps for a token with EIP-2612. */
function signaturePair({
  steps,
}: Quote): readonly [permit: SignatureData, transfer: SignatureData] {
  const [permit, transfer] = steps.map((step) => signatureDataSchema.parse(step.items[0]?.data));
  return [permit!, transfer!];
}

async function statusOf(
  requestId: string,
): Promise<{ readonly status: string; readonly failReason?: string }> {
  const answer = await fetch(`${system.url}/intents/status/v3?requestId=${requestId}`);
  return (await answer.json()) as { status: string };
}

test.each([
  ['EIP-3009', 'usdc', '25000000', ['authorize1 signature']],
  ['EIP-2612', 'dai', '25000000000000000000', ['authorize1 signature', 'authorize2 signature']],
] as const)(
  'the published client signs (%s), posts, and sees the request through, without a transaction of the payer',
  async (_, token, amount, steps) => {
    const { name, rpcUrl } = system.chain(8453);
    const viemChain = (id: 8453 | 10) =>
      defineChain({
        id,
        name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [system.chain(id).rpcUrl] } },
      });
    const relayChain = (id: 8453 | 10): RelayChain => ({
      id,
      name,
      displayName: name,
      httpRpcUrl: system.chain(id).rpcUrl,
      wsRpcUrl: '',
      explorerUrl: '',
      vmType: 'evm',
      depositEnabled: true,
      currency: { address: zeroAddress, name: 'Ether', symbol: 'ETH', decimals: 18 },
      viemChain: viemChain(id),
    });
    const client = createClient({
      baseApiUrl: system.url,
      chains: [relayChain(8453), relayChain(10)],
      source: 'portage.test',
      pollingInterval: 250,
      confirmationPollingInterval: 100,
    });
    const payer = payerOf(0);
    const wallet = createWalletClient({
      account: payer,
      chain: viemChain(8453),
      transport: http(rpcUrl),
    });
    const recipient = fresh();
    const sent = await reader(8453).getTransactionCount({ address: payer.address });
    const quote = await client.actions.getQuote({
      chainId: 8453,
      toChainId: 10,
      currency: token === 'dai' ? dai() : system.usdc(8453),
      toCurrency: system.usdc(10),
      amount,
      user: payer.address,
      recipient,
      wallet,
      tradeType: 'EXACT_INPUT',
      options: { usePermit: true },
    });
    expect(quote.steps.map(({ id, kind }) => `${id} ${kind}`)).toEqual(steps);
    const { data } = await client.actions.execute({ quote, wallet });
    expect(data.steps.every((step) => step.items.every((item) => item.status === 'complete'))).toBe(
      true,
    );
    const { currencyOut } = quote.details ?? {};
    // Prices of pools move, so the signed amount is the minimum of what arrives.
    if (token === 'dai')
      expect(await dollars(10, recipient)).toBeGreaterThanOrEqual(
        BigInt(currencyOut?.minimumAmount ?? 2n ** 256n),
      );
    else expect((await dollars(10, recipient)).toString()).toBe(currencyOut?.amount);
    expect(await reader(8453).getTransactionCount({ address: payer.address })).toBe(sent);
  },
);

describe('POST /execute/permits', () => {
  test('refuses what is nobody’s, somebody else’s, of another quote, of another kind and of no request (steps#permits-signature, steps#permits-requestId)', async () => {
    const payer = payerOf(1);
    const quote = await quoteFor(payer);
    const step = signatureStep(quote);
    const other = signatureStep(await quoteFor(payer));
    for (const signature of [
      await sign(step, payerOf(2)),
      await sign(other, payer),
      `0x${'11'.repeat(65)}`,
      '0x',
    ]) {
      expect(await submit(step, signature)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_SIGNATURE', statusCode: 400 },
      });
    }
    const signature = await sign(step, payer);
    expect(
      await post(`/execute/permits?signature=${signature}`, { ...step.post.body, kind: 'permit2' }),
    ).toMatchObject({ status: 400, body: { code: 'PERMIT_FAILED' } });
    expect(
      await post(`/execute/permits?signature=${signature}`, {
        ...step.post.body,
        requestId: `0x${'ab'.repeat(32)}`,
      }),
    ).toMatchObject({ status: 404, body: { code: 'UNKNOWN_REQUEST' } });
    const plain = await quoteFor(payer, { usePermit: false });
    expect(
      await post(`/execute/permits?signature=${signature}`, {
        kind: 'eip3009',
        requestId: plain.requestId,
      }),
    ).toMatchObject({ status: 400, body: { code: 'PERMIT_FAILED' } });
    expect(await statusOf(quote.requestId)).toMatchObject({ status: 'waiting' });
  });

  test('takes the same signature any number of times, and the money once', async () => {
    const payer = payerOf(3);
    const before = await dollars(8453, payer.address);
    const quote = await quoteFor(payer);
    const step = signatureStep(quote);
    const signature = await sign(step, payer);
    const answers = await Promise.all([
      submit(step, signature),
      submit(step, signature),
      submit(step, signature),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(await submit(step, signature)).toMatchObject({ status: 200 });
    expect(before - (await dollars(8453, payer.address))).toBe(20_000_000n);
  });

  test('sees a request through whose signature somebody else submits first (N15)', async () => {
    const payer = payerOf(6);
    const before = await dollars(8453, payer.address);
    const quote = await quoteFor(payer);
    const step = signatureStep(quote);
    const signature = await sign(step, payer);
    const { r, s, v = 27n } = parseSignature(signature);
    const planType = approvalProxyAbi.find(
      (entry) => entry.type === 'function' && entry.name === 'pullAuthorized',
    )!.inputs[3];
    const [plan] = decodeAbiParameters(
      [planType],
      `0x${'20'.padStart(64, '0')}${step.plan!.slice(2)}`,
    );
    const { rpcUrl, contracts } = system.chain(8453);
    const stranger = createWalletClient({ account: payerOf(7), transport: http(rpcUrl) });
    const authorization = { validAfter: 0n, validBefore: plan.deadline, v: Number(v), r, s };
    const hash = await stranger.writeContract({
      chain: null,
      address: contracts.approvalProxy,
      abi: approvalProxyAbi,
      functionName: 'pullAuthorized',
      args: [payer.address, system.usdc(8453), 20_000_000n, plan, authorization],
    });
    expect((await reader(8453).waitForTransactionReceipt({ hash })).status).toBe('success');
    expect(await submit(step, signature)).toMatchObject({ status: 200 });
    expect(await endOf(system.url, quote.requestId)).toMatchObject({
      status: 'success',
      inTxHashes: [hash],
    });
    expect(before - (await dollars(8453, payer.address))).toBe(20_000_000n);
  });

  test('refuses what has expired', async () => {
    const payer = payerOf(4);
    const step = signatureStep(await quoteFor(payer, { permitExpiry: 1 }));
    const signature = await sign(step, payer);
    await laterThan(Date.now() + 2_000);
    expect(await submit(step, signature)).toMatchObject({
      status: 400,
      body: { code: 'PERMIT_FAILED' },
    });
  });

  test('ends a request whose payer does not hold what it signed for, and takes nothing (status#failure)', async () => {
    const payer = privateKeyToAccount(generatePrivateKey());
    const quote = await quoteFor(payer);
    const step = signatureStep(quote);
    expect(await submit(step, await sign(step, payer))).toMatchObject({ status: 200 });
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'failure' });
  });

  test('says which currencies cannot be paid with a signature', async () => {
    const answer = await post('/quote/v2', {
      user: payerOf(5).address,
      originChainId: 8453,
      destinationChainId: 10,
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: '100000000000000000',
      usePermit: true,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'UNSUPPORTED_FEATURE', errors: [{ path: 'usePermit' }] },
    });
  });

  test('refuses a payer whose signatures keep failing, and nobody else', async () => {
    const payer = privateKeyToAccount(generatePrivateKey());
    const quotes = await Promise.all([0, 1, 2, 3].map(() => quoteFor(payer)));
    const last = quotes.pop()!;
    for (const quote of quotes)
      expect(
        await submit(signatureStep(quote), await sign(signatureStep(quote), payer)),
      ).toMatchObject({ status: 200 });
    for (const quote of quotes)
      expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'failure' });
    const answer = await submit(signatureStep(last), await sign(signatureStep(last), payer));
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'PERMIT_FAILED',
        message: expect.stringContaining('This account has 3 submissions') as string,
      },
    });
    const other = payerOf(5);
    const step = signatureStep(await quoteFor(other));
    expect(await submit(step, await sign(step, other))).toMatchObject({ status: 200 });
  });
});

describe('a permit of EIP-2612', () => {
  const daiQuote = (payer: PrivateKeyAccount, members: object = {}): Promise<Quote> =>
    quoteFor(payer, { originCurrency: dai(), amount: '20000000000000000000', ...members });

  test('waits for the signature of the transfer, in any order, and takes the money once', async () => {
    const payer = payerOf(1);
    const before = await daiOf(payer.address);
    const quotes = [await daiQuote(payer)];
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const quote = quotes.pop() ?? (await daiQuote(payer));
      const pair = signaturePair(quote);
      const signatures = await Promise.all(pair.map((step) => sign(step, payer)));
      const [first, second] = order;
      for (let times = 0; times < 2; times += 1)
        expect(await submit(pair[first], signatures[first]!)).toEqual({
          status: 200,
          body: { message: 'The signature is kept; the deposit waits for the other one.' },
        });
      expect(await statusOf(quote.requestId)).toMatchObject({ status: 'waiting' });
      expect(await submit(pair[second], signatures[second]!)).toMatchObject({ status: 200 });
      expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
      expect(await submit(pair[first], signatures[first]!)).toMatchObject({ status: 200 });
    }
    expect(before - (await daiOf(payer.address))).toBe(2n * 20n * 10n ** 18n);
  });

  test('may come at the same moment as the transfer, each any number of times', async () => {
    const payer = payerOf(2);
    const before = await daiOf(payer.address);
    const quote = await daiQuote(payer);
    const pair = signaturePair(quote);
    const [permit, transfer] = await Promise.all(pair.map((step) => sign(step, payer)));
    const answers = await Promise.all([
      submit(pair[0], permit!),
      submit(pair[1], transfer!),
      submit(pair[1], transfer!),
      submit(pair[0], permit!),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect(before - (await daiOf(payer.address))).toBe(20n * 10n ** 18n);
  });

  test('that somebody else submits first pays all the same; one whose nonce is used up takes nothing', async () => {
    const payer = payerOf(3);
    const before = await daiOf(payer.address);
    const [quote, stale] = await Promise.all([daiQuote(payer), daiQuote(payer)]);
    const pair = signaturePair(quote);
    const [permit, transfer] = await Promise.all(pair.map((step) => sign(step, payer)));
    const { r, s, v = 27n } = parseSignature(permit!);
    const { rpcUrl, contracts } = system.chain(8453);
    const stranger = createWalletClient({ account: payerOf(7), transport: http(rpcUrl) });
    const { sign: typed } = pair[0];
    const deadline =
      typed.signatureKind === 'eip712' ? BigInt(String(typed.value['deadline'])) : 0n;
    const hash = await stranger.writeContract({
      chain: null,
      address: dai(),
      abi: testTokenAbi,
      functionName: 'permit',
      args: [payer.address, contracts.approvalProxy, 20n * 10n ** 18n, deadline, Number(v), r, s],
    });
    expect((await reader(8453).waitForTransactionReceipt({ hash })).status).toBe('success');
    expect(await submit(pair[0], permit!)).toMatchObject({ status: 200 });
    expect(await submit(pair[1], transfer!)).toMatchObject({ status: 200 });
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    const [stalePermit, staleTransfer] = signaturePair(stale);
    expect(await submit(stalePermit, await sign(stalePermit, payer))).toMatchObject({
      status: 200,
    });
    expect(await submit(staleTransfer, await sign(staleTransfer, payer))).toMatchObject({
      status: 400,
      body: {
        code: 'PERMIT_FAILED',
        message: expect.stringContaining('nonce of this permit is used') as string,
      },
    });
    expect(await statusOf(stale.requestId)).toMatchObject({ status: 'waiting' });
    expect(before - (await daiOf(payer.address))).toBe(20n * 10n ** 18n);
  });

  test('of two quotes with one nonce that are signed at the same moment, one is paid and the other is told at once', async () => {
    const payer = payerOf(5);
    const before = await daiOf(payer.address);
    const quotes = await Promise.all([daiQuote(payer), daiQuote(payer)]);
    const pairs = quotes.map(signaturePair);
    expect(
      new Set(
        pairs.map(
          ([permit]) => permit.sign.signatureKind === 'eip712' && permit.sign.value['nonce'],
        ),
      ).size,
    ).toBe(1);
    for (const [permit] of pairs)
      expect(await submit(permit, await sign(permit, payer))).toMatchObject({ status: 200 });
    const answers = await Promise.all(
      pairs.map(async ([, transfer]) => submit(transfer, await sign(transfer, payer))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const paid = answers[0]?.status === 200 ? 0 : 1;
    expect(answers[1 - paid]).toMatchObject({
      body: {
        code: 'PERMIT_FAILED',
        message: expect.stringContaining('nonce of this permit is used') as string,
      },
    });
    expect(await endOf(system.url, quotes[paid].requestId)).toMatchObject({ status: 'success' });
    expect(await statusOf(quotes[1 - paid]!.requestId)).toMatchObject({ status: 'waiting' });
    expect(before - (await daiOf(payer.address))).toBe(20n * 10n ** 18n);
  });

  test('whose nonce is used up elsewhere, in the block that was to take the money, fails with INVALID_NONCE and takes nothing', async () => {
    const payer = payerOf(6);
    const before = await daiOf(payer.address);
    const { rpcUrl } = system.chain(8453);
    const solver = system.devnet.description.roles.solver.address;
    const quote = await daiQuote(payer);
    const pair = signaturePair(quote);
    const [permit, transfer] = await Promise.all(pair.map((step) => sign(step, payer)));
    const { sign: typed } = pair[0];
    if (typed.signatureKind !== 'eip712') throw new Error('a permit is typed data');
    const elsewhere = fresh();
    const {
      r,
      s,
      v = 27n,
    } = parseSignature(
      await payer.signTypedData({
        domain: typed.domain,
        types: typed.types,
        primaryType: typed.primaryType,
        message: { ...typed.value, spender: elsewhere },
      }),
    );
    await system.devnet.pauseMining(8453);
    const sent = await reader(8453).getTransactionCount({ address: solver, blockTag: 'pending' });
    const stranger = createWalletClient({ account: payerOf(7), transport: http(rpcUrl) });
    const deadline = BigInt(String(typed.value['deadline']));
    await stranger.writeContract({
      chain: null,
      address: dai(),
      abi: testTokenAbi,
      functionName: 'permit',
      args: [payer.address, elsewhere, 20n * 10n ** 18n, deadline, Number(v), r, s],
      gas: 200_000n,
      maxFeePerGas: 100_000_000_000n,
      maxPriorityFeePerGas: 4_000_000_000n,
    });
    expect(await submit(pair[0], permit!)).toMatchObject({ status: 200 });
    expect(await submit(pair[1], transfer!)).toMatchObject({ status: 200 });
    await expect
      .poll(() => reader(8453).getTransactionCount({ address: solver, blockTag: 'pending' }))
      .toBeGreaterThan(sent);
    await system.devnet.resumeMining(8453);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({
      status: 'failure',
      failReason: 'INVALID_NONCE',
    });
    expect(await daiOf(payer.address)).toBe(before);
  });

  test('is refused from somebody else, of another quote, and when it has expired', async () => {
    const payer = payerOf(4);
    const [quote, other, short] = await Promise.all([
      daiQuote(payer),
      daiQuote(payer, { amount: '21000000000000000000' }),
      daiQuote(payer, { permitExpiry: 1 }),
    ]);
    const pair = signaturePair(quote);
    for (const step of pair)
      expect(await submit(step, await sign(step, payerOf(2)))).toMatchObject({
        status: 400,
        body: { code: 'INVALID_SIGNATURE' },
      });
    for (const step of signaturePair(other))
      expect(await submit(pair[0], await sign(step, payer))).toMatchObject({
        status: 400,
        body: { code: 'INVALID_SIGNATURE' },
      });
    await laterThan(Date.now() + 2_000);
    for (const step of signaturePair(short))
      expect(await submit(step, await sign(step, payer))).toMatchObject({
        status: 400,
        body: { code: 'PERMIT_FAILED' },
      });
  });
});

test('a contract that is a wallet pays through Permit2 with the signature of its owner (ERC-1271)', async () => {
  const owner = payerOf(8);
  const { rpcUrl, tokens } = system.chain(8453);
  const token = tokens.weth.address;
  const amount = parseEther('0.02');
  const client = createWalletClient({ account: owner, transport: http(rpcUrl) });
  const done = async (hash: Hex) => {
    const receipt = await reader(8453).waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe('success');
    return receipt;
  };
  const { contractAddress } = await done(
    await client.deployContract({
      chain: null,
      abi: testWalletAbi,
      bytecode: testWalletBytecode,
      args: [owner.address],
    }),
  );
  const wallet = contractAddress!;
  const setLocked = async (value: boolean) =>
    done(
      await client.writeContract({
        chain: null,
        address: wallet,
        abi: testWalletAbi,
        functionName: 'setLocked',
        args: [value],
      }),
    );
  const held = (): Promise<bigint> =>
    reader(8453).readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [wallet],
    });
  await done(await client.sendTransaction({ chain: null, to: wallet, value: amount }));
  // This token lets Permit2 take everything from the start.
  await done(
    await client.writeContract({
      chain: null,
      address: wallet,
      abi: testWalletAbi,
      functionName: 'execute',
      args: [token, amount, encodeFunctionData({ abi: wethAbi, functionName: 'deposit' })],
    }),
  );

  const quote = await quoteFor(owner, {
    user: wallet,
    refundTo: owner.address,
    originCurrency: token,
    destinationCurrency: system.chain(10).tokens.weth.address,
    amount: amount.toString(),
  });
  const step = signatureStep(quote);
  const signature = await sign(step, owner);
  expect(await submit(step, await sign(step, payerOf(7)))).toMatchObject({
    status: 400,
    body: { code: 'INVALID_SIGNATURE' },
  });
  await setLocked(true);
  expect(await submit(step, signature)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_SIGNATURE' },
  });
  expect(await held()).toBe(amount);
  await setLocked(false);
  expect(await submit(step, signature)).toMatchObject({ status: 200 });
  expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
  expect(await held()).toBe(0n);
});

test('a wallet that ends its signatures with 0 or 1 pays through Permit2', async () => {
  const payer = payerOf(9);
  const { rpcUrl, tokens } = system.chain(8453);
  const token = tokens.weth.address;
  const amount = parseEther('0.02');
  const client = createWalletClient({ account: payer, transport: http(rpcUrl) });
  const hash = await client.writeContract({
    chain: null,
    address: token,
    abi: wethAbi,
    functionName: 'deposit',
    value: amount,
  });
  expect((await reader(8453).waitForTransactionReceipt({ hash })).status).toBe('success');
  const quote = await quoteFor(payer, {
    originCurrency: token,
    destinationCurrency: system.chain(10).tokens.weth.address,
    amount: amount.toString(),
  });
  const step = signatureStep(quote);
  const signature = await sign(step, payer);
  const raw = `${signature.slice(0, 130)}0${String(Number.parseInt(signature.slice(130), 16) - 27)}`;
  expect(await submit(step, raw)).toMatchObject({ status: 200 });
  expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
});
