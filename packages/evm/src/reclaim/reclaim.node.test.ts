import { depositoryAbi, testUsdcAbi, withdrawalTypes } from '@portage/contracts';
import {
  createWalletClient,
  custom,
  http,
  parseEther,
  zeroAddress,
  type Hex,
  type WalletClient,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../../service/evm-chain/test/accounts.js';
import { deployChain, type TestChain } from '../../../service/evm-chain/test/deployChain.js';
import { reclaim, type ReclaimProgress } from './index.js';

/** Delay of the contract on the test chain. */
const delay = 14 * 86_400;
const chainId = 8453;
const amount = 5_000_000n;

let node: TestChain;
let wallet: WalletClient;
let orders = 0;

beforeAll(async () => {
  node = await deployChain();
  wallet = walletOf(accounts.user);
});
afterAll(() => node.stop());

function walletOf(account: (typeof accounts)['user']): WalletClient {
  return createWalletClient({ account, chain: node.chain, transport: http(node.rpcUrl) });
}

function newOrder(): Hex {
  orders += 1;
  return `0x${orders.toString(16).padStart(64, '0')}`;
}

async function mined(hash: Hex): Promise<Hex> {
  expect((await node.client.waitForTransactionReceipt({ hash })).status).toBe('success');
  return hash;
}

/** Deposits the token as the user; returns the transaction. */
async function depositUsdc(orderId: Hex, value = amount): Promise<Hex> {
  const payer = { account: accounts.user, chain: node.chain };
  await mined(
    await wallet.writeContract({
      ...payer,
      abi: testUsdcAbi,
      address: node.usdc,
      functionName: 'approve',
      args: [node.depository, value],
    }),
  );
  return await mined(
    await wallet.writeContract({
      ...payer,
      abi: depositoryAbi,
      address: node.depository,
      functionName: 'depositErc20',
      args: [accounts.user.address, node.usdc, value, orderId],
    }),
  );
}

async function depositNative(orderId: Hex, value: bigint): Promise<Hex> {
  return await mined(
    await wallet.writeContract({
      account: accounts.user,
      chain: node.chain,
      abi: depositoryAbi,
      address: node.depository,
      functionName: 'depositNative',
      args: [accounts.user.address, orderId],
      value,
    }),
  );
}

/** Pays an escrow out to another, as the solver does with what a fill has earned. */
async function withdraw(orderId: Hex, value = amount): Promise<Hex> {
  const { timestamp } = await node.client.getBlock();
  const message = {
    releases: [{ id: orderId, depositor: accounts.user.address, amount: value }],
    token: node.usdc,
    to: accounts.solver.address,
    amount: value,
    nonce: BigInt(orderId),
    expiry: timestamp + 600n,
  };
  const signature = await accounts.allocator.signTypedData({
    domain: {
      name: 'PortageDepository',
      version: '1',
      chainId,
      verifyingContract: node.depository,
    },
    types: withdrawalTypes,
    primaryType: 'Withdrawal',
    message,
  });
  return await mined(
    await walletOf(accounts.solver).writeContract({
      account: accounts.solver,
      chain: node.chain,
      abi: depositoryAbi,
      address: node.depository,
      functionName: 'withdraw',
      args: [message, signature],
    }),
  );
}

async function wait(seconds: number): Promise<void> {
  await node.rpc('evm_increaseTime', [seconds]);
  await node.rpc('evm_mine');
}

const held = (): Promise<bigint> =>
  node.client.readContract({
    abi: testUsdcAbi,
    address: node.usdc,
    functionName: 'balanceOf',
    args: [accounts.user.address],
  });

describe('a depositor without any service', () => {
  it('asks for its deposit, is told when, and takes it after the delay, once', async () => {
    const orderId = newOrder();
    const before = await held();
    const txId = await depositUsdc(orderId);
    const options = { wallet, chainId, deposit: { txId }, pollMs: 50 };
    const seen: ReclaimProgress[] = [];
    const asked = await reclaim({ ...options, onProgress: (progress) => void seen.push(progress) });
    const { timestamp } = await node.client.getBlock({
      blockHash: (await node.client.getTransactionReceipt({ hash: asked.txId as Hex })).blockHash,
    });
    expect(asked).toMatchObject({ status: 'requested', orderId, amount });
    expect(asked.readyAt).toBe(Number(timestamp) + delay);
    expect(seen).toEqual([
      { step: 'request', amount },
      { step: 'request', amount, txId: asked.txId },
    ]);
    await wait(delay - 60);
    await expect(reclaim(options)).rejects.toMatchObject({
      code: 'RECLAIM_NOT_READY',
      message: expect.stringContaining(new Date(asked.readyAt * 1000).toISOString()) as string,
      context: { orderId, amount: amount.toString(), readyAt: asked.readyAt },
    });
    await wait(60);
    const taken = await reclaim(options);
    expect(taken).toMatchObject({ status: 'taken', amount, readyAt: asked.readyAt });
    expect(await held()).toBe(before);
    await expect(reclaim(options)).rejects.toMatchObject({
      code: 'NOTHING_TO_RECLAIM',
      message: expect.stringContaining(`it was taken back by transaction ${taken.txId}`) as string,
    });
  });

  it('may name the order instead of the transaction, and take native currency', async () => {
    const orderId = newOrder();
    await depositNative(orderId, parseEther('1'));
    const options = {
      wallet,
      chainId,
      deposit: { orderId, depository: node.depository },
      pollMs: 50,
    };
    expect((await reclaim(options)).currency).toBe(zeroAddress);
    await wait(delay);
    const before = await node.client.getBalance({ address: accounts.user.address });
    expect(await reclaim(options)).toMatchObject({ status: 'taken', amount: parseEther('1') });
    const after = await node.client.getBalance({ address: accounts.user.address });
    expect(after - before).toBeGreaterThan(parseEther('0.99'));
  });

  it('that gave up in the middle goes on with what the chain says', async () => {
    const orderId = newOrder();
    const txId = await depositUsdc(orderId);
    const stop = new AbortController();
    const options = { wallet, chainId, deposit: { txId }, pollMs: 50 };
    const asking = reclaim({
      ...options,
      signal: stop.signal,
      onProgress: (progress) => {
        if (progress.txId !== undefined) stop.abort();
      },
    });
    await expect(asking).rejects.toMatchObject({ code: 'EXECUTION_ABORTED' });
    await wait(1);
    await expect(reclaim(options)).rejects.toMatchObject({ code: 'RECLAIM_NOT_READY' });
    await wait(delay);
    expect(await reclaim(options)).toMatchObject({ status: 'taken', amount });
  });

  it('takes what it asked for, and asks again for what came later', async () => {
    const orderId = newOrder();
    const txId = await depositUsdc(orderId);
    const options = { wallet, chainId, deposit: { txId }, pollMs: 50 };
    await reclaim(options);
    await depositUsdc(orderId, 7n);
    await wait(delay);
    expect(await reclaim(options)).toMatchObject({ status: 'taken', amount });
    expect(await reclaim(options)).toMatchObject({ status: 'requested', amount: 7n });
  });
});

describe('a reclaim of what is not there', () => {
  it('says that a fill has earned it, or that it was refunded', async () => {
    const orderId = newOrder();
    const txId = await depositUsdc(orderId);
    const options = { wallet, chainId, deposit: { txId }, pollMs: 50 };
    await reclaim(options);
    const paidOut = await withdraw(orderId);
    await wait(delay);
    await expect(reclaim(options)).rejects.toMatchObject({
      code: 'NOTHING_TO_RECLAIM',
      message: expect.stringContaining(`by transaction ${paidOut}`) as string,
      context: { orderId, txId: paidOut },
    });
  });

  it('is refused for another account, transaction, order and contract', async () => {
    const orderId = newOrder();
    const txId = await depositUsdc(orderId);
    const sent = await node.client.getTransactionCount({ address: accounts.other.address });
    const other = { wallet: walletOf(accounts.other), chainId };
    await expect(reclaim({ ...other, deposit: { txId } })).rejects.toMatchObject({
      code: 'NOTHING_TO_RECLAIM',
      message: expect.stringContaining('belongs to') as string,
    });
    await expect(
      reclaim({ ...other, deposit: { orderId, depository: node.depository } }),
    ).rejects.toMatchObject({ code: 'NOTHING_TO_RECLAIM' });
    await expect(
      reclaim({ wallet, chainId, deposit: { txId: `0x${'ab'.repeat(32)}` } }),
    ).rejects.toMatchObject({ code: 'UNKNOWN_TRANSACTION' });
    await expect(
      reclaim({ wallet, chainId, deposit: { txId, depository: node.filler } }),
    ).rejects.toMatchObject({ code: 'NOTHING_TO_RECLAIM' });
    await expect(
      reclaim({ wallet, chainId, deposit: { orderId, depository: accounts.other.address } }),
    ).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
    await expect(
      reclaim({ wallet, chainId, deposit: { orderId: '0x12', depository: node.depository } }),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await node.client.getTransactionCount({ address: accounts.other.address })).toBe(sent);
  });

  it('leaves everything as it is where the wallet declines', async () => {
    const orderId = newOrder();
    const txId = await depositUsdc(orderId);
    const declining = createWalletClient({
      account: accounts.user.address,
      chain: node.chain,
      transport: custom({
        request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
          if (method === 'eth_sendTransaction')
            throw Object.assign(new Error('no'), { code: 4001 });
          return await node.rpc(method, params);
        },
      }),
    });
    await expect(reclaim({ wallet: declining, chainId, deposit: { txId } })).rejects.toMatchObject({
      code: 'WALLET_REJECTED',
    });
    expect(await reclaim({ wallet, chainId, deposit: { txId }, pollMs: 50 })).toMatchObject({
      status: 'requested',
    });
  });
});
