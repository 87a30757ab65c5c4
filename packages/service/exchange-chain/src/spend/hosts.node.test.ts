import { randomBytes } from 'node:crypto';
import { hexToBytes } from '@portage/core';
import type { Chain, FillIntent, RefundIntent, SignedTransaction } from '@portage/core/chain';
import { createExchangeApi } from '@portage/exchange';
import { publicKeyOf } from '@portage/exchange/signature';
import { changePubKeyType, writeChangePubKey } from '@portage/exchange/transaction';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendTransfer } from '../../test/sendTransfer.js';
import { rowsOf, startHost, type HostAnswer, type TestHost } from '../../test/startHost.js';
import { openExchange, startChain, type TestChain } from '../../test/startChain.js';
import { ownSigner } from '../ownSigner.js';
import { readStored } from './storedTransaction.js';

/** Payments and readings where hosts differ, lie, or refuse. */
const blocksToExecute = 4;
/** Seconds after which nothing lands that was signed before. */
const expirySeconds = 90;
const signal = AbortSignal.timeout(600_000);
let node: TestChain;
let liar: TestHost;
let honest: readonly TestHost[];
let closing: AbortController;
let logged: string[];

beforeAll(async () => {
  node = await startChain();
  liar = await startHost(node.url);
  honest = [await startHost(node.url), await startHost(node.url)];
});
afterAll(async () => {
  await Promise.all([liar, ...honest].map((host) => host.stop()));
  await node.stop();
});
beforeEach(() => {
  closing = new AbortController();
  logged = [];
});
afterEach(async () => {
  closing.abort();
  liar.lie();
  await node.controls.setFaults();
});

function open(
  hosts: readonly TestHost[],
  change: Partial<TestChain['config']> = {},
): Promise<Chain> {
  const config = { ...node.config, rpcUrls: hosts.map(({ url }) => url), ...change };
  return openExchange({ ...node, config }, closing.signal, (message) => logged.push(message));
}

const alone = (change: Partial<TestChain['config']> = {}): Promise<Chain> => open([liar], change);
const among = (): Promise<Chain> => open([liar, ...honest]);

const randomId = (): string => `0x${randomBytes(32).toString('hex')}`;
const payment = () => ({
  currency: '0',
  amount: 1_000_000n,
  orderId: randomId(),
  recipient: String(node.user(3).accountIndex),
});
const fillOf = (): FillIntent => ({ ...payment(), type: 'fill', calls: [] });

function spendOf(chain: Chain): NonNullable<Chain['spend']> {
  if (chain.spend === undefined) throw new Error('The chain does not spend.');
  return chain.spend;
}

async function sign(
  chain: Chain,
  intent: FillIntent | RefundIntent = fillOf(),
): Promise<SignedTransaction> {
  const spend = spendOf(chain);
  await chain.recipients?.confirm([intent]);
  const [signed] = await spend.prepare([intent], await spend.nextSequence(), []);
  if (signed === undefined) throw new Error('One payment gives one transaction.');
  return signed;
}

async function pay(chain: Chain): Promise<SignedTransaction> {
  const signed = await sign(chain);
  expect(await spendOf(chain).broadcast([signed])).toEqual([{ status: 'accepted' }]);
  await node.mine(blocksToExecute);
  return signed;
}

async function statusOf(chain: Chain, signed: SignedTransaction): Promise<string | undefined> {
  const [outcome] = await spendOf(chain).inspect([signed]);
  return outcome?.status;
}

const nonceOf = (): Promise<number> =>
  createExchangeApi({ url: node.url }).nextNonce(node.solver, signal);

/** A transaction that is said to have failed. */
const failed = (txId: string) => ({
  tx: (answer: HostAnswer) => (answer['hash'] === txId ? { ...answer, status: 4 } : answer),
});

describe('Q10: one liar among three hosts', () => {
  test('changes no deposit', async () => {
    const more = (row: HostAnswer): HostAnswer => ({
      ...row,
      info: String(row['info']).replace('"Amount":5000000', '"Amount":6000000'),
    });
    const chain = await among();
    const txId = await sendTransfer(node, node.user(1), { memo: randomId() });
    await node.mine(blocksToExecute);
    const [event] = await chain.observe.trace(txId);
    if (event?.type !== 'deposit') throw new Error('The transfer is no deposit.');
    liar.lie({ accountTxs: rowsOf((rows) => rows.map(more)), tx: more });
    expect(event.amount).toBe(5_000_000n);
    expect(await chain.observe.confirm([event, { ...event, amount: 6_000_000n }])).toEqual([
      true,
      false,
    ]);
  });

  test('changes no outcome, no nonce and no fee', async () => {
    liar.lie({
      nextNonce: (answer) => ({ ...answer, nonce: Number(answer['nonce']) + 7 }),
      transferFeeInfo: (answer) => ({ ...answer, transfer_fee_usdc: 1 }),
    });
    const chain = await among();
    const expected = await nonceOf();
    const signed = await pay(chain);
    expect(readStored(signed)).toMatchObject({ nonce: expected, usdcFee: 3_000_000n });
    const plan = await chain.deposit?.forPayer?.(
      { payer: String(node.user(1).accountIndex), currency: '0' },
      signal,
    );
    const [step] = plan?.steps({ requestId: randomId(), currency: '0', amount: 1n } as never) ?? [];
    expect(JSON.stringify(step)).toContain('"usdcFee":3000000');
    liar.lie(failed(signed.txId));
    expect(await statusOf(chain, signed)).toBe('mined');
  });
});

test('two hosts that differ tell no outcome', async () => {
  const [other] = honest;
  const chain = await open([liar, other!]);
  const signed = await pay(chain);
  liar.lie(failed(signed.txId));
  expect(await statusOf(chain, signed)).toBe('pending');
});

describe('one host alone', () => {
  test('is refused, but on a devnet', async () => {
    const real = { devnet: false, finality: [{ confirmations: 1 }] };
    await expect(async () => alone(real)).rejects.toMatchObject({ details: [{ path: 'rpcUrls' }] });
    expect((await alone()).warnings).toBeUndefined();
  });

  test('Q9: that calls an executed payment failed has it made a second time by no means', async () => {
    const chain = await alone();
    const signed = await pay(chain);
    liar.lie(failed(signed.txId));
    expect(await statusOf(chain, signed)).toBe('missing');
    liar.lie();
    expect(await statusOf(chain, signed)).toBe('mined');
  });
});

test('Q6: the fee is that between the two accounts, and of the account that pays', async () => {
  const dear = (answer: HostAnswer, query: URLSearchParams): HostAnswer => {
    const [from, to] = [query.get('account_index'), query.get('to_account_index')];
    if (to === '0') return { ...answer, transfer_fee_usdc: 9_000_000 };
    return from === String(node.depository.accountIndex)
      ? { ...answer, transfer_fee_usdc: 4_000_000 }
      : answer;
  };
  liar.lie({ transferFeeInfo: dear });
  const chain = await alone();
  expect(readStored(await sign(chain)).usdcFee).toBe(3_000_000n);
  const refund: RefundIntent = {
    ...payment(),
    type: 'refund',
    depositor: payment().recipient,
    key: 'main',
  };
  expect(readStored(await sign(chain, refund)).usdcFee).toBe(4_000_000n);
});

test('Q9: a nonce that was told too high goes down again once that is certain', async () => {
  const expected = await nonceOf();
  liar.lie({ nextNonce: (answer) => ({ ...answer, nonce: Number(answer['nonce']) + 100 }) });
  const chain = await alone();
  expect(readStored(await sign(chain)).nonce).toBe(expected + 100);
  liar.lie();
  await node.mine(1);
  await expect.poll(() => logged).toContain('the next nonce of a key went down');
  expect(readStored(await sign(chain)).nonce).toBe(expected + 100);
  await node.mine(1);
  await node.pass(61);
  await expect
    .poll(async () => {
      await node.mine(1);
      return readStored(await sign(chain)).nonce;
    })
    .toBe(expected);
});

test('Q11: while the exchange takes no transfers nothing is paid, and then it is', async () => {
  const chain = await alone();
  const signed = await sign(chain);
  await node.controls.setFaults({ isPaused: true });
  expect(chain.gas.pausedReason?.()).toBeUndefined();
  await spendOf(chain).broadcast([signed]);
  expect(chain.gas.pausedReason?.()).toMatch(/takes no transfers/);
  await node.controls.setFaults();
  await node.pass(31);
  expect(chain.gas.pausedReason?.()).toBeUndefined();
  const again = await spendOf(chain).bump(fillOf(), signed);
  expect(again).toEqual(signed);
  await node.pass(expirySeconds);
});

test('Q9: a key that was exchanged at the exchange stops payments, and nothing is lost', async () => {
  const { accountIndex, apiKeyIndex, privateKey, owner } = node.solver;
  const wallet = privateKeyToAccount(owner.privateKey);
  const register = async (key: Uint8Array): Promise<void> => {
    const signer = ownSigner({
      accountIndex,
      apiKeyIndex,
      privateKey: key,
      owner: { address: wallet.address, signMessage: (message) => wallet.signMessage({ message }) },
    });
    const publicKey = publicKeyOf(key);
    const expiredAt = node.clock.now() + 60_000;
    const change = { accountIndex, apiKeyIndex, publicKey, expiredAt, nonce: await nonceOf() };
    const signatures = await signer.signChange(change, node.circuitId);
    const info = writeChangePubKey({ change, ...signatures });
    const outcome = await createExchangeApi({ url: node.url }).send(
      { type: changePubKeyType, info },
      signal,
    );
    expect(outcome.type).toBe('accepted');
  };
  const own = hexToBytes(privateKey);
  const chain = await alone();
  const look = async (): Promise<string | undefined> => {
    await node.pass(11);
    await node.mine(1);
    return chain.gas.pausedReason?.();
  };
  await register(Uint8Array.from(own, (byte, place) => (place === 0 ? byte ^ 1 : byte)));
  await expect.poll(look).toMatch(/another API key/);
  expect(logged).toContain('an account has another API key than the one that signs');
  await register(own);
  await expect.poll(look).toBeUndefined();
  expect(await statusOf(chain, await pay(chain))).toBe('mined');
});

test('an exchange that tells accounts to their owners alone is read with tokens of our keys', async () => {
  await node.controls.setFaults({ needsAuth: true });
  const chain = await alone({ authTokens: true });
  const found: string[] = [];
  const read = async (): Promise<void> => {
    for await (const update of chain.observe.updates([], closing.signal))
      if (update.type === 'advance') found.push(...update.events.map(({ txId }) => txId));
  };
  const reading = read();
  const txId = await sendTransfer(node, node.user(1), { memo: randomId() });
  const signed = await pay(chain);
  await expect.poll(() => found).toContain(txId);
  expect(await statusOf(chain, signed)).toBe('mined');
  // Tokens end: the next ones are signed in time.
  await node.pass(3_600 / 4);
  await pay(chain);
  // There is no key of the payer here: the fee of the depository stands for its own.
  const plan = await chain.deposit?.forPayer?.(
    { payer: String(node.user(1).accountIndex), currency: '0' },
    signal,
  );
  expect(plan).toBeDefined();
  closing.abort();
  await reading;
});
