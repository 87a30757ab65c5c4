import { createClient, type RelayChain } from '@relayprotocol/relay-sdk';
import { createPublicClient, createWalletClient, decodeAbiParameters, defineChain, erc20Abi, http, parseSignature, zeroAddress, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress, type PrivateKeyAccount } from 'viem/accounts';
import { approvalProxyAbi } from '@portage/contracts';
import { quoteSchema, signatureDataSchema, type Quote, type SignatureData } from '@portage/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSystem, type TestSystem } from './testSystem.js';

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(async () => {
  await system.close();
});

const payerOf = (index: number): PrivateKeyAccount => privateKeyToAccount(system.privateKey(index));
const fresh = (): Hex => privateKeyToAddress(generatePrivateKey());
const reader = (id: 8453 | 10) => createPublicClient({ transport: http(system.chain(id).rpcUrl), pollingInterval: 100 });
const dollars = (id: 8453 | 10, holder: Hex): Promise<bigint> => reader(id).readContract({ address: system.usdc(id), abi: erc20Abi, functionName: 'balanceOf', args: [holder] });

async function post(path: string, body: object): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(`${system.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

async function quoteFor(payer: PrivateKeyAccount, members: object = {}): Promise<Quote> {
  const { body } = await post('/quote/v2', { user: payer.address, recipient: fresh(), originChainId: 8453, destinationChainId: 10, originCurrency: system.usdc(8453), destinationCurrency: system.usdc(10), amount: '20000000', usePermit: true, ...members });
  return quoteSchema.parse(body);
}

function signatureStep({ steps }: Quote): SignatureData {
  return signatureDataSchema.parse(steps.at(-1)?.items[0]?.data);
}

function sign({ sign: typed }: SignatureData, account: PrivateKeyAccount): Promise<Hex> {
  if (typed.signatureKind !== 'eip712') throw new Error('a permit is typed data');
  return account.signTypedData({ domain: typed.domain, types: typed.types, primaryType: typed.primaryType, message: typed.value });
}

const submit = ({ post: to }: SignatureData, signature: string) => post(`${to.endpoint}?signature=${signature}`, to.body);

async function untilEnded(requestId: string): Promise<{ readonly status: string }> {
  for (;;) {
    const answer = await fetch(`${system.url}/intents/status/v3?requestId=${requestId}`);
    const status = (await answer.json()) as { status: string };
    if (['success', 'refund', 'failure'].includes(status.status)) return status;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('the published client signs, posts, and sees the request through, without a transaction of the payer', async () => {
  const { name, rpcUrl } = system.chain(8453);
  const viemChain = (id: 8453 | 10) => defineChain({ id, name, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: [system.chain(id).rpcUrl] } } });
  const relayChain = (id: 8453 | 10): RelayChain => ({ id, name, displayName: name, httpRpcUrl: system.chain(id).rpcUrl, wsRpcUrl: '', explorerUrl: '', vmType: 'evm', depositEnabled: true, currency: { address: zeroAddress, name: 'Ether', symbol: 'ETH', decimals: 18 }, viemChain: viemChain(id) });
  const client = createClient({ baseApiUrl: system.url, chains: [relayChain(8453), relayChain(10)], source: 'portage.test', pollingInterval: 250, confirmationPollingInterval: 100 });
  const payer = payerOf(0);
  const wallet = createWalletClient({ account: payer, chain: viemChain(8453), transport: http(rpcUrl) });
  const recipient = fresh();
  const sent = await reader(8453).getTransactionCount({ address: payer.address });
  const quote = await client.actions.getQuote({ chainId: 8453, toChainId: 10, currency: system.usdc(8453), toCurrency: system.usdc(10), amount: '25000000', user: payer.address, recipient, wallet, tradeType: 'EXACT_INPUT', options: { usePermit: true } });
  expect(quote.steps.map(({ id, kind }) => `${id} ${kind}`)).toEqual(['authorize1 signature']);
  const { data } = await client.actions.execute({ quote, wallet });
  expect(data.steps.every((step) => step.items.every((item) => item.status === 'complete'))).toBe(true);
  expect((await dollars(10, recipient)).toString()).toBe(quote.details?.currencyOut?.amount);
  expect(await reader(8453).getTransactionCount({ address: payer.address })).toBe(sent);
});

describe('POST /execute/permits', () => {
  test('refuses what is nobody’s, somebody else’s, of another quote, of another kind and of no request', async () => {
    const payer = payerOf(1);
    const quote = await quoteFor(payer);
    const step = signatureStep(quote);
    const other = signatureStep(await quoteFor(payer));
    for (const signature of [await sign(step, payerOf(2)), await sign(other, payer), `0x${'11'.repeat(65)}`, '0x']) {
      expect(await submit(step, signature)).toMatchObject({ status: 400, body: { code: 'INVALID_SIGNATURE', statusCode: 400 } });
    }
    const signature = await sign(step, payer);
    expect(await post(`/execute/permits?signature=${signature}`, { ...step.post.body, kind: 'permit2' })).toMatchObject({ status: 400, body: { code: 'PERMIT_FAILED' } });
    expect(await post(`/execute/permits?signature=${signature}`, { ...step.post.body, requestId: `0x${'ab'.repeat(32)}` })).toMatchObject({ status: 404, body: { code: 'UNKNOWN_REQUEST' } });
    const plain = await quoteFor(payer, { usePermit: false });
    expect(await post(`/execute/permits?signature=${signature}`, { kind: 'eip3009', requestId: plain.requestId })).toMatchObject({ status: 400, body: { code: 'PERMIT_FAILED' } });
    expect((await (await fetch(`${system.url}/intents/status/v3?requestId=${quote.requestId}`)).json()) as object).toMatchObject({ status: 'waiting' });
  });

  test('takes the same signature any number of times, and the money once', async () => {
    const payer = payerOf(3);
    const before = await dollars(8453, payer.address);
    const quote = await quoteFor(payer);
    const step = signatureStep(quote);
    const signature = await sign(step, payer);
    const answers = await Promise.all([submit(step, signature), submit(step, signature), submit(step, signature)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await untilEnded(quote.requestId)).toMatchObject({ status: 'success' });
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
    const planType = approvalProxyAbi.find((entry) => entry.type === 'function' && entry.name === 'pullAuthorized')!.inputs[3];
    const [plan] = decodeAbiParameters([planType], `0x${'20'.padStart(64, '0')}${step.plan!.slice(2)}`);
    const { rpcUrl, contracts } = system.chain(8453);
    const stranger = createWalletClient({ account: payerOf(7), transport: http(rpcUrl) });
    const authorization = { validAfter: 0n, validBefore: plan.deadline, v: Number(v), r, s };
    const hash = await stranger.writeContract({ chain: null, address: contracts.approvalProxy, abi: approvalProxyAbi, functionName: 'pullAuthorized', args: [payer.address, system.usdc(8453), 20_000_000n, plan, authorization] });
    expect((await reader(8453).waitForTransactionReceipt({ hash })).status).toBe('success');
    expect(await submit(step, signature)).toMatchObject({ status: 200 });
    expect(await untilEnded(quote.requestId)).toMatchObject({ status: 'success', inTxHashes: [hash] });
    expect(before - (await dollars(8453, payer.address))).toBe(20_000_000n);
  });

  test('refuses what has expired', async () => {
    const payer = payerOf(4);
    const step = signatureStep(await quoteFor(payer, { permitExpiry: 1 }));
    const signature = await sign(step, payer);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await submit(step, signature)).toMatchObject({ status: 400, body: { code: 'PERMIT_FAILED' } });
  });

  test('ends a request whose payer does not hold what it signed for, and takes nothing', async () => {
    const payer = privateKeyToAccount(generatePrivateKey());
    const quote = await quoteFor(payer);
    const step = signatureStep(quote);
    expect(await submit(step, await sign(step, payer))).toMatchObject({ status: 200 });
    expect(await untilEnded(quote.requestId)).toMatchObject({ status: 'failure' });
  });

  test('says which currencies cannot be paid with a signature', async () => {
    const answer = await post('/quote/v2', { user: payerOf(5).address, originChainId: 8453, destinationChainId: 10, originCurrency: zeroAddress, destinationCurrency: zeroAddress, amount: '100000000000000000', usePermit: true });
    expect(answer).toMatchObject({ status: 400, body: { code: 'UNSUPPORTED_FEATURE', errors: [{ path: 'usePermit' }] } });
  });
});
