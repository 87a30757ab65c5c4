import { testBatchAccountAbi, testUsdcAbi } from '@portage/contracts';
import { testBatchAccountBytecode } from '@portage/contracts/bytecode';
import type { Quote } from '@portage/core';
import { quoteSchema, signatureDataSchema } from '@portage/core/schemas';
import { withDearGas } from '@portage/devnet';
import { testMsMax } from '@portage/testing';
import { createPortage } from '@portage/sdk';
import { createEvmExecutor, submitGasless } from '@portage/sdk/evm';
import {
  createPublicClient,
  createWalletClient,
  http,
  parseEther,
  zeroAddress,
  type Hex,
} from 'viem';
import {
  generatePrivateKey,
  privateKeyToAccount,
  privateKeyToAddress,
  type PrivateKeyAccount,
} from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { batchAccount } from '../src/batchAccount.js';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { transfer, type Transfer } from '../src/demonstrations/transfer.js';
import { evmChains } from './evmChains.js';
import { readStatus } from './endOf.js';
import { impatient, openWithdrawal, postTo, quoteAhead, signClaim } from './spike/askedInTime.js';
import { chargeOf, createDoors, type Doors } from './spike/doors.js';
import { startTestSystem, type TestSystem } from './testSystem.js';
import { blocksTaken } from './rounds.js';

/** Gas becomes dear between a quote and what the solver signs at a payer's word. */
let system: TestSystem;
let doors: Doors;

const base = 8453;
const dollar = 1_000_000n;
/** Base fee at which a call of 100,000 units costs some 30 USD. */
const dear = { chainId: base, weiPerGas: 150_000_000_000n, afterwards: 7n };
const appKey = generatePrivateKey();
/** Gas of what is signed at a payer's word, in units, as far as it is the same for all. */
const permitGas = { type: 'relay', gasLimit: 150_000 } as const;
const gaslessGas = { type: 'relay', gasLimit: 250_000 } as const;
const refundGas = { type: 'refund', currency: zeroAddress } as const;
/** Deposit that is not worth its refund while gas is dear. */
const left = parseEther('0.002');

beforeAll(async () => {
  system = await startTestSystem({
    chains: evmChains,
    configure: (described) => ({ ...described, policy: impatient }),
  });
  doors = createDoors(
    system,
    { family: 'EVM', chainId: base, native: zeroAddress, decimals: 18 },
    { whileDear: (work) => withDearGas(system.devnet, dear, work), balance: gasOfSolver },
  );
});
afterAll(() => system.close());
// Quotes see that gas is cheap again.
afterEach(async () => {
  const gasUsd = async (): Promise<number> => {
    const quote = await quoteFor(privateKeyToAccount(system.privateKey(0)), {});
    return Number(quote.fees.gas.amountUsd);
  };
  await expect.poll(gasUsd).toBeLessThan(0.01);
});

const reader = () => createPublicClient({ transport: http(system.chain(base).rpcUrl) });
const fresh = (): Hex => privateKeyToAddress(generatePrivateKey());
const dollarsOf = (holder: Hex): Promise<bigint> =>
  reader().readContract({
    address: system.usdc(base),
    abi: testUsdcAbi,
    functionName: 'balanceOf',
    args: [holder],
  });
const gasOfSolver = (): Promise<bigint> =>
  reader().getBalance({ address: system.devnet.description.roles.solver.address });

async function quoteFor(payer: PrivateKeyAccount, members: object): Promise<Quote> {
  const body = {
    user: payer.address,
    recipient: fresh(),
    amount: (20n * dollar).toString(),
    originChainId: base,
    destinationChainId: 10,
    originCurrency: system.usdc(base),
    destinationCurrency: system.usdc(10),
    ...members,
  };
  return quoteSchema.parse(await postTo(`${system.url}/quote/v2`, body));
}

const statusOf = (requestId: string) => readStatus(system.url, requestId);

const becomes = (requestId: string, status: string, failReason = 'N/A'): Promise<void> =>
  expect.poll(() => statusOf(requestId)).toMatchObject({ status, failReason });

async function give(holder: Hex): Promise<void> {
  const wallet = createWalletClient({
    account: privateKeyToAccount(system.privateKey(0)),
    transport: http(system.chain(base).rpcUrl),
  });
  const hash = await wallet.writeContract({
    chain: null,
    address: system.usdc(base),
    abi: testUsdcAbi,
    functionName: 'transfer',
    args: [holder, 20n * dollar],
  });
  await reader().waitForTransactionReceipt({ hash });
}

test('L12: a permit is not redeemed at 150 gwei: the request fails, and its payer has lost nothing', async () => {
  const payer = privateKeyToAccount(generatePrivateKey());
  await give(payer.address);
  const quote = await quoteFor(payer, { usePermit: true });
  const { sign, post: reply } = signatureDataSchema.parse(quote.steps.at(-1)?.items[0]?.data);
  if (sign.signatureKind !== 'eip712') throw new Error('a permit is typed data');
  const signature = await payer.signTypedData({
    domain: sign.domain,
    types: sign.types,
    primaryType: sign.primaryType,
    message: sign.value,
  });
  const paid = await doors.at('permit', permitGas, async () => {
    await postTo(`${system.url}${reply.endpoint}?signature=${signature}`, reply.body);
    await becomes(quote.requestId, 'failure', 'QUOTED_GAS_LIMIT_EXCEEDED');
    return { charged: chargeOf(quote), end: 'failure; the payer has lost nothing' };
  });
  expect(paid).toBe(0n);
  expect(await dollarsOf(payer.address)).toBe(20n * dollar);
});

test('L12: a gasless call is not sent at 150 gwei: the request fails, and its payer has lost nothing', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  await give(account.address);
  const transport = http(system.chain(base).rpcUrl);
  const banker = createWalletClient({
    account: privateKeyToAccount(system.privateKey(0)),
    transport,
  });
  const hash = await banker.deployContract({
    chain: null,
    abi: testBatchAccountAbi,
    bytecode: testBatchAccountBytecode,
  });
  const { contractAddress } = await reader().waitForTransactionReceipt({ hash });
  const portage = createPortage({
    baseUrl: system.url,
    apiKey: await system.createSponsor(10_000n * dollar),
    executors: [createEvmExecutor({ wallet: createWalletClient({ account, transport }) })],
  });
  const request = {
    user: account.address,
    recipient: fresh(),
    amount: (20n * dollar).toString(),
    originChainId: base,
    destinationChainId: 10,
    originGasOverhead: 80_000,
    originCurrency: system.usdc(base),
    destinationCurrency: system.usdc(10),
  };
  const quote = await portage.getQuote(request);
  const paid = await doors.at('gasless call', gaslessGas, async () => {
    await submitGasless(portage.client, {
      quote,
      account,
      read: reader(),
      verify: () => portage.verifyQuote(quote, { request }),
      delegate: batchAccount(contractAddress!, account, { chainId: base, nonce: 0n }),
    });
    await becomes(quote.requestId, 'failure', 'QUOTED_GAS_LIMIT_EXCEEDED');
    return { charged: chargeOf(quote), end: 'failure; the payer has lost nothing' };
  });
  expect(paid).toBe(0n);
  expect(await dollarsOf(account.address)).toBe(20n * dollar);
  expect(await reader().getCode({ address: account.address })).toBeUndefined();
});

test('L12: what lies at a deposit address stays there at 150 gwei, and is swept when gas is cheaper', async () => {
  const payer = privateKeyToAccount(generatePrivateKey());
  const quote = await quoteFor(payer, { useDepositAddress: true });
  const address = quote.steps[0]?.depositAddress as Hex;
  await give(address);
  // It may be swept before gas is dear; a second payment is not.
  await becomes(quote.requestId, 'success');
  const sweep = { type: 'sweep', currency: system.usdc(base) } as const;
  const paid = await doors.at('sweep', sweep, async () => {
    await give(address);
    await blocksTaken(system, base, 5);
    expect(await dollarsOf(address)).toBe(20n * dollar);
    return { charged: chargeOf(quote), end: 'stays at its address, and is swept later' };
  });
  expect(paid).toBe(0n);
  await expect.poll(() => dollarsOf(address)).toBe(0n);
});

test('L12: a claim of app fees is not paid at 150 gwei: it is its wallet’s again', async () => {
  const wallet = privateKeyToAddress(appKey);
  const context = createContext(system, 1, { signal: AbortSignal.timeout(testMsMax) });
  const { status } = await transfer(context, {
    from: 'usdc@base',
    to: 'usdc@optimism',
    amount: '130',
    members: { appFees: [{ recipient: wallet, fee: '100' }] },
  });
  expect(status).toBe('success');
  const currency = system.usdc(base);
  const terms = { chainId: base, currency, recipient: fresh() };
  const { claimId, claimable, send } = await signClaim(system.url, appKey, terms);
  const earned = await claimable();
  const fill = { type: 'fill', currency, calls: [] } as const;
  const paid = await doors.at('claim', fill, async () => {
    await send();
    await becomes(claimId, 'failure', 'QUOTED_GAS_LIMIT_EXCEEDED');
    // A hundredth of the claim is what its gas may cost.
    const charged = Number(earned) / Number(100n * dollar);
    return { charged: String(charged), end: 'failure; the fees are the wallet’s again' };
  });
  expect(paid).toBe(0n);
  expect(await claimable()).toBe(earned);
  expect(await system.books.audit()).toEqual([]);
});

const payerContext = () => createContext(system, 2, { signal: AbortSignal.timeout(testMsMax) });

/** Pays a quote of cheap gas when gas has become dear on the chain. */
async function payWhenDear(options: Parameters<typeof transfer>[1]): Promise<{
  readonly done: Transfer;
  /** Gas that the solver paid on the chain, in wei. */
  readonly gas: bigint;
}> {
  const pay = await quoteAhead((onQuote) => transfer(payerContext(), { ...options, onQuote }));
  const fill = { type: 'fill', currency: system.usdc(base), calls: [] } as const;
  const gas = await doors.at('fill', fill, async () => {
    const { quote, status } = await pay();
    return { charged: chargeOf(quote), end: `${status}; the deposit goes back` };
  });
  return { done: await pay(), gas };
}

test('L12: an order is not filled at 150 gwei: its deposit goes back, on a chain that is cheap', async () => {
  const { done, gas } = await payWhenDear({ from: 'usdc@optimism', to: 'usdc@base', amount: '20' });
  expect([done.status, done.received, gas]).toEqual(['refund', 0n, 0n]);
  expect(await statusOf(done.quote.requestId)).toMatchObject({
    failReason: 'QUOTED_GAS_LIMIT_EXCEEDED',
  });
  expect(done.refunded).toBeGreaterThan(19n * dollar);
});

/** Pays less than a quote asks for while gas is dear, so that it goes back. */
async function payTooLittle(
  value: bigint,
): Promise<{ readonly requestId: string; readonly refundTo: Hex }> {
  const payer = privateKeyToAccount(system.privateKey(2));
  const refundTo = fresh();
  const quote = await quoteFor(payer, {
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    refundTo,
    amount: parseEther('0.1').toString(),
  });
  const { to, data } = quote.steps.at(-1)?.items[0]?.data as { to: Hex; data: Hex };
  const { chain } = system.devnet.client(base);
  const wallet = createWalletClient({
    account: payer,
    chain,
    transport: http(chain.rpcUrls.default.http[0]),
  });
  const fees = { maxFeePerGas: 4n * dear.weiPerGas, maxPriorityFeePerGas: 1n };
  const hash = await wallet.sendTransaction({ to, data, value, ...fees });
  expect(await reader().waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
  return { requestId: quote.requestId, refundTo };
}

const short = 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL';

test('L12: a refund at 150 gwei costs its payer the gas, and the solver none', async () => {
  let charged = 0n;
  const gas = await doors.at('refund', refundGas, async () => {
    const value = parseEther('0.05');
    const { requestId, refundTo } = await payTooLittle(value);
    await becomes(requestId, 'refund', short);
    charged = value - (await reader().getBalance({ address: refundTo }));
    return { charged, end: 'refund; the payer bears the gas' };
  });
  expect(gas).toBeGreaterThan(parseEther('0.001'));
  expect(charged).toBeGreaterThanOrEqual(gas);
});

test('L12: a refund that 150 gwei would eat up waits, and then is its owner’s to withdraw', async () => {
  const paid = await doors.at('small refund', refundGas, async () => {
    const { requestId, refundTo } = await payTooLittle(left);
    await becomes(requestId, 'failure', short);
    const { refundFailReason } = await statusOf(requestId);
    expect(refundFailReason).toBe('AMOUNT_TOO_LOW_TO_REFUND');
    expect(await reader().getBalance({ address: refundTo })).toBe(0n);
    return { charged: 0n, end: 'waits; its owner may withdraw it' };
  });
  expect(paid).toBe(0n);
});

test('L12: a withdrawal is not paid at 150 gwei: its owner signs another one when gas is cheap', async () => {
  // The deposit of the test before, which was not worth its refund.
  const place = findPlace(system.devnet, 'eth@base');
  const withdrawal = await openWithdrawal(payerContext(), { place, amount: left });
  const { fee: charged, send } = await withdrawal.sign();
  const gas = await doors.at('withdrawal', refundGas, async () => {
    const jobId = await send();
    await expect.poll(() => withdrawal.status(jobId)).toMatchObject({ status: 'failed' });
    return { charged, end: 'failed; its owner signs another one' };
  });
  expect(gas).toBe(0n);
  const jobId = await (await withdrawal.sign()).send();
  await expect.poll(() => withdrawal.status(jobId)).toMatchObject({ status: 'executed' });
  expect(await withdrawal.received()).toBeGreaterThan((left * 9n) / 10n);
  expect(await system.books.audit()).toEqual([]);
});
