import { depositoryAbi } from '@portage/contracts';
import type {
  Chain,
  CollectionIntent,
  RefundIntent,
  SignedTransaction,
  Spend,
} from '@portage/core/chain';
import { serviceSelectors } from '@portage/evm/abi';
import {
  createWalletClient,
  http,
  pad,
  parseTransaction,
  toHex,
  zeroAddress,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { openEvm } from '../../test/openEvm.js';
import { startFaultProxy, type FaultProxy } from '../../test/startFaultProxy.js';

/** Strangers who have seen what lets money out of the depository, on a real chain. */
const closing = new AbortController();
const depositor = accounts.user.address.toLowerCase();
const amount = 10n ** 15n;

let node: TestChain;
let proxy: FaultProxy;
let chain: Chain;
let spend: Spend;
let orders = 0;
let orderId: Hex;

beforeAll(async () => {
  node = await deployChain();
  proxy = await startFaultProxy(node);
  const config = { ...node.config, rpcUrls: [proxy.rpcUrl], wsUrl: proxy.wsUrl };
  chain = await openEvm(config, closing.signal, node.keys);
  if (chain.spend === undefined) throw new Error('The chain spends.');
  spend = chain.spend;
});
afterAll(async () => {
  closing.abort();
  await proxy.stop();
  await node.stop();
});

/** The stranger, who is also the depositor here. */
const stranger = () =>
  createWalletClient({ account: accounts.user, chain: node.chain, transport: http(node.rpcUrl) });

async function statusOf(hash: Hex): Promise<string> {
  return (await node.client.waitForTransactionReceipt({ hash })).status;
}

async function call(data: Hex): Promise<{ readonly hash: Hex; readonly status: string }> {
  const hash = await stranger().sendTransaction({ to: node.depository, data, gas: 500_000n });
  return { hash, status: await statusOf(hash) };
}

/** Pays in under an id of its own. */
async function deposit(value: bigint): Promise<Hex> {
  const id = pad(toHex((orders += 1)), { size: 32 });
  const hash = await stranger().writeContract({
    abi: depositoryAbi,
    address: node.depository,
    functionName: 'depositNative',
    args: [accounts.user.address, id],
    value,
  });
  expect(await statusOf(hash)).toBe('success');
  return id;
}

beforeEach(async () => {
  proxy.spoil(undefined);
  // Three times what one refund pays, so that the escrow alone stops no second payment.
  orderId = await deposit(3n * amount);
});

const refund = (changes: Partial<RefundIntent> = {}): RefundIntent => ({
  type: 'refund',
  orderId,
  depositor,
  currency: zeroAddress,
  amount,
  key: 'main',
  recipient: privateKeyToAddress(generatePrivateKey()).toLowerCase(),
  ...changes,
});

async function signed(intent: RefundIntent | CollectionIntent): Promise<SignedTransaction> {
  const [transaction] = await spend.prepare([intent], await spend.nextSequence());
  if (transaction === undefined) throw new Error('One refund gives one transaction.');
  return transaction;
}

const dataOf = ({ raw }: SignedTransaction): Hex =>
  parseTransaction(toHex(raw) as `0x02${string}`).data ?? '0x';

const fatesOf = (...transactions: readonly SignedTransaction[]) =>
  spend.authorizationFates!(transactions.flatMap(({ authorization }) => authorization ?? []));

describe('a signature that lets money out of the depository', () => {
  it('P9: is carried out by a stranger once, and told under the nonce of the refund', async () => {
    const intent = refund();
    const ours = await signed(intent);
    // Signed again, say after a restart, it is the same payment.
    const again = await signed(intent);
    expect(again.authorization?.nonce).toBe(ours.authorization?.nonce);
    const theirs = await call(dataOf(ours));
    expect(theirs.status).toBe('success');
    expect(await chain.observe.trace(theirs.hash)).toMatchObject([
      { type: 'release', orderId, amount, nonce: ours.authorization?.nonce },
    ]);
    await spend.broadcast([ours]);
    expect(await statusOf(ours.txId as Hex)).toBe('reverted');
    expect((await call(dataOf(again))).status).toBe('reverted');
    await expect.poll(() => fatesOf(ours)).toEqual(['used']);
    expect(await chain.balances.read(intent.recipient, zeroAddress)).toBe(amount);
  });

  it('P9, P11: of a collection of several deposits is carried out as a whole, once, and by nobody in part', async () => {
    const sums = [3n * amount, amount, 2n * amount];
    const ids = [orderId, await deposit(amount), await deposit(2n * amount)];
    const { timestamp } = await node.client.getBlock();
    const ours = await signed({
      type: 'collection',
      orderId: pad('0xc011', { size: 32 }),
      currency: zeroAddress,
      amount: 6n * amount,
      releases: ids.map((id, index) => ({ orderId: id, depositor, amount: sums[index] ?? 0n })),
      expiry: Number(timestamp) + 600,
    });
    const data = dataOf(ours);
    // One release less, or another amount of one, is not what was signed.
    const altered = data.replace(pad(toHex(2n * amount), { size: 32 }).slice(2), 'f'.repeat(64));
    expect(altered).not.toBe(data);
    // The text is hex with as many digits.
    expect((await call(altered as Hex)).status).toBe('reverted');
    const before = await chain.balances.read(spend.sender, zeroAddress);
    const theirs = await call(data);
    expect(theirs.status).toBe('success');
    expect(await chain.balances.read(spend.sender, zeroAddress)).toBe(before + 6n * amount);
    expect(await chain.observe.trace(theirs.hash)).toMatchObject(
      ids.map((id, index) => ({
        type: 'release',
        orderId: id,
        amount: sums[index],
        recipient: spend.sender,
        nonce: ours.authorization?.nonce,
      })),
    );
    await spend.broadcast([ours]);
    expect(await statusOf(ours.txId as Hex)).toBe('reverted');
    expect((await call(data)).status).toBe('reverted');
    await expect.poll(() => fatesOf(ours)).toEqual(['used']);
    const held = await chain.vault!.held(
      ids.map((id) => ({ orderId: id, depositor, currency: zeroAddress })),
    );
    expect(held).toEqual([0n, 0n, 0n]);
  });

  it('P8: is proven worthless only after its expiry, by the chain’s clock', async () => {
    const intent = refund({ key: 'late' });
    const ours = await signed(intent);
    expect(await fatesOf(ours)).toEqual(['open']);
    await node.rpc('evm_increaseTime', [590]);
    await node.rpc('evm_mine', []);
    expect(await fatesOf(ours)).toEqual(['open']);
    await node.rpc('evm_increaseTime', [60]);
    await expect.poll(() => fatesOf(ours)).toEqual(['expired']);
    expect((await call(dataOf(ours))).status).toBe('reverted');
    expect(await chain.balances.read(intent.recipient, zeroAddress)).toBe(0n);
  });

  it('P8: is open to an endpoint that lies about the time or the nonce alone', async () => {
    const ours = await signed(refund({ key: 'lied about' }));
    expect((await call(dataOf(ours))).status).toBe('success');
    await expect.poll(() => fatesOf(ours)).toEqual(['used']);
    // A node that does not answer proves nothing.
    proxy.spoil(async ({ method }) =>
      method === 'eth_getBlockByNumber' ? { status: 500, body: 'busy' } : undefined,
    );
    expect(await fatesOf(ours)).toEqual(['open']);
  });
});

describe('a refund that is tried out', () => {
  it('P9: gives the endpoint nothing that pays', async () => {
    const seen: Hex[] = [];
    proxy.spoil(async ({ method, params }) => {
      const [request] = params as { data?: Hex }[];
      if (method === 'eth_call' && request?.data?.startsWith(serviceSelectors.withdraw) === true)
        seen.push(request.data);
      return undefined;
    });
    const intent = refund({ key: 'tried' });
    const tooMuch = refund({ key: 'too much', amount: 4n * amount });
    const told = await spend.simulate!([intent, tooMuch]);
    expect(told.map(({ status }) => status)).toEqual(['passes', 'reverts']);
    // Each is tried in two blocks.
    expect(seen).toHaveLength(4);
    expect((await call(seen[0]!)).status).toBe('reverted');
    expect(await chain.balances.read(intent.recipient, zeroAddress)).toBe(0n);
  });

  it('says nothing where the endpoint ignores what it is asked to assume', async () => {
    proxy.spoil(async ({ id, method, params }) => {
      if (method !== 'eth_call' || params.length < 3) return undefined;
      const answer = await fetch(node.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params: params.slice(0, 2) }),
      });
      const reply: unknown = await answer.json();
      return { status: 200, body: JSON.stringify([reply]) };
    });
    const [told] = await spend.simulate!([refund({ key: 'ignored' })]);
    expect(told?.status).toBe('unknown');
  });
});
