import { bitcoinCodec } from '@portage/bitcoin/codec';
import { bitcoinChain, bitcoinDevnetChain } from '@portage/devnet';
import { createPortage } from '@portage/sdk';
import { createBitcoinExecutor, keyWallet } from '@portage/sdk/bitcoin';
import { createPublicClient, http, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { transfer } from '../src/demonstrations/transfer.js';
import { tellTransaction } from './tellTransaction.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

/** Money into and out of Bitcoin through the SDK, checked against the chains. */
let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({
    chains: [{ id: 8453, slug: 'base', name: 'Base' }, bitcoinDevnetChain],
  });
});
afterAll(async () => {
  await system.close();
});

const contextOf = (index: number) => createContext(system, index);

test('BTC is paid in with one transaction, and USDC arrives on Base', async () => {
  const done = await transfer(contextOf(0), {
    from: 'btc@bitcoin',
    to: 'usdc@base',
    amount: '0.005',
  });
  expect(done.status).toBe('success');
  expect(done.received).toBe(BigInt(done.quote.details.currencyOut.amount));
  // The service looks its transactions up when they are reported.
  const [txHash = ''] = done.inTxHashes;
  const { requestId } = done.quote;
  const told = { chainId: done.from.chainId, txHash };
  // The client told of it before the node of the service knew it, which is remembered for a moment.
  await expect.poll(() => tellTransaction(system.url, told)).toEqual([200, undefined]);
  expect(await tellTransaction(system.url, { ...told, requestId })).toEqual([200, undefined]);
  const absent = { ...told, txHash: 'ab'.repeat(32) };
  for (const one of [absent, absent])
    expect(await tellTransaction(system.url, one)).toEqual([404, 'UNKNOWN_TRANSACTION']);
  for (const odd of ['ab'.repeat(31), done.quote.requestId.replace('0x', 'zz')])
    expect(await tellTransaction(system.url, { ...told, txHash: odd })).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
});

test('ETH on Base is paid out as BTC', async () => {
  const done = await transfer(contextOf(1), { from: 'eth@base', to: 'btc@bitcoin', amount: '0.1' });
  expect(done.status).toBe('success');
  expect(done.received).toBe(BigInt(done.quote.details.currencyOut.amount));
});

test('a payer with a P2SH address names its public key, pays and is paid for', async () => {
  const { esploraUrl: url, network, id: originChainId } = bitcoinChain(system.devnet.description);
  const wallet = keyWallet(new Uint8Array(32).fill(31), network, 'p2sh');
  const [user, userPublicKey] = await Promise.all([wallet.address(), wallet.publicKey?.()]);
  expect(user).toMatch(/^2/);
  await system.devnet.bitcoin().faucet(user, { native: 2_000_000n });
  const recipient = privateKeyToAddress(generatePrivateKey());
  const request = {
    user,
    recipient,
    originChainId,
    destinationChainId: 8453,
    amount: '500000',
    originCurrency: bitcoinCodec.nativeCurrency,
    destinationCurrency: zeroAddress,
  };
  const portage = createPortage({
    baseUrl: system.url,
    executors: [createBitcoinExecutor({ wallet, network, url, pollMs: 200 })],
    source: 'portage.test',
  });
  await expect(portage.getQuote(request)).rejects.toMatchObject({
    details: [{ path: 'additionalData.userPublicKey' }],
  });
  const asked = { ...request, additionalData: { userPublicKey: userPublicKey ?? '' } };
  const quote = await portage.getQuote(asked);
  const { amount, minimumAmount: minAmountOut } = quote.details.currencyOut;
  const { status } = await portage.execute({ quote, request: asked, minAmountOut });
  expect(status).toBe('success');
  const evm = createPublicClient({ transport: http(system.chain(8453).rpcUrl) });
  expect((await evm.getBalance({ address: recipient })).toString()).toBe(amount);
  expect(await system.books.audit()).toEqual([]);
});

test('BTC that comes after its time goes back, less what that costs', async () => {
  const done = await transfer(contextOf(2), {
    from: 'btc@bitcoin',
    to: 'eth@base',
    amount: '0.01',
    members: { ttl: 1 },
    delayMs: 2_500,
  });
  expect([done.status, done.received]).toEqual(['refund', 0n]);
  expect(done.refunded).toBeGreaterThan(990_000n);
  expect(done.refunded).toBeLessThan(1_000_000n);
  expect(await system.books.audit()).toEqual([]);
});
