import { testOddUsdcAbi } from '@portage/contracts';
import { testOddUsdcBytecode } from '@portage/contracts/bytecode';
import { zeroAddress } from '@portage/core';
import type { Chain, ChainEvent, RefundIntent } from '@portage/core/chain';
import {
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  http,
  type Hex,
  type TransactionReceipt,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { initCode } from '../../test/initCode.js';
import { openEvm } from '../../test/openEvm.js';

/**
 * Tokens that are transferred straight to the depository on a real chain. The token is one that
 * takes fees, and tells of transfers that never happened, when it is told to.
 */
let node: TestChain;
let chain: Chain;
let usdc: string;
const closing = new AbortController();
const user = accounts.user.address.toLowerCase();
const orderId = (n: number): Hex => `0x${n.toString(16).padStart(64, 'e')}`;

beforeAll(async () => {
  node = await deployChain();
  usdc = node.usdc.toLowerCase();
  const { contractAddress } = await send({
    data: encodeDeployData({
      abi: testOddUsdcAbi,
      bytecode: testOddUsdcBytecode,
      args: [accounts.owner.address],
    }),
  });
  const code = await node.client.getCode({ address: contractAddress! });
  await node.rpc('anvil_setCode', [node.usdc, code]);
  chain = await openEvm(node.config, closing.signal, node.keys);
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

interface Call {
  readonly to?: Hex;
  readonly data: Hex;
  readonly value?: bigint;
}

async function send(call: Call): Promise<TransactionReceipt> {
  const { user: account } = accounts;
  const wallet = createWalletClient({ account, chain: node.chain, transport: http(node.rpcUrl) });
  const hash = await wallet.sendTransaction({ gas: 6_000_000n, ...call });
  return node.client.waitForTransactionReceipt({ hash });
}

const transfer = (amount: bigint, behind: string, to: Hex = node.depository): Hex =>
  `${encodeFunctionData({ abi: testOddUsdcAbi, functionName: 'transfer', args: [to, amount] })}${behind}`;

/** The deposit's one step, as the wallet sends it. */
function direct(id: Hex, amount = 42n): Call {
  const [step] = chain.deposit!.direct!.steps({
    requestId: `0x${'ab'.repeat(32)}`,
    orderId: id,
    payer: user,
    currency: usdc,
    amount,
  });
  const { to, data } = step!.items[0]!.data;
  return { to: to as Hex, data: data as Hex };
}

/** Events of a transaction in the updates; its trace and a quorum tell the same. */
async function told({
  transactionHash,
  blockNumber,
}: TransactionReceipt): Promise<readonly ChainEvent[]> {
  const stop = new AbortController();
  const events: ChainEvent[] = [];
  for await (const update of chain.observe.updates([], stop.signal)) {
    if (update.type === 'rollback') throw new Error('Nothing was taken back.');
    events.push(...update.events.filter(({ txId }) => txId === transactionHash));
    if (update.cursor.height >= Number(blockNumber)) break;
  }
  stop.abort();
  // A transfer to any other account with an id behind it looks like a send.
  const traced = await chain.observe.trace(transactionHash);
  expect(traced.filter(({ type }) => type !== 'swap')).toEqual(events);
  const forged = events.map((event): ChainEvent => ({ ...event, height: event.height + 1 }));
  expect(await chain.observe.confirm(forged)).toEqual(events.map(() => false));
  return events;
}

const turn = (functionName: 'setFee' | 'setPaused', args: readonly [bigint] | readonly [boolean]) =>
  send({ to: node.usdc, data: encodeFunctionData({ abi: testOddUsdcAbi, functionName, args }) });

describe('a transfer to the depository with the id of an order behind it', () => {
  it('is a deposit of that order, in nobody’s escrow', async () => {
    const receipt = await send(direct(orderId(1)));
    expect(await told(receipt)).toEqual([
      {
        type: 'deposit',
        txId: receipt.transactionHash,
        ordinal: 0,
        height: Number(receipt.blockNumber),
        blockHash: receipt.blockHash,
        orderId: orderId(1),
        depositor: zeroAddress,
        payer: user,
        currency: usdc,
        amount: 42n,
      },
    ]);
  });

  it('counts what the token says has arrived', async () => {
    await turn('setFee', [1_000n]);
    const receipt = await send(direct(orderId(2), 1_000n));
    await turn('setFee', [0n]);
    expect(await told(receipt)).toEqual([expect.objectContaining({ amount: 900n })]);
  });

  it('is found again by a second reading of its blocks', async () => {
    const { transactionHash, blockNumber } = await send(direct(orderId(3)));
    const [first, last] = [0, Number(blockNumber)];
    const found = await chain.observe.reread!.read({ first, last, turn: 0 }, closing.signal);
    expect(found).toContainEqual({ txId: transactionHash, ordinal: 0 });
  });

  it('is none with no id, with more or less than an id, in another token, or to somebody else', async () => {
    const id = orderId(4).slice(2);
    const { contractAddress } = await send({
      data: encodeDeployData({
        abi: testOddUsdcAbi,
        bytecode: testOddUsdcBytecode,
        args: [accounts.user.address],
      }),
    });
    const mint = encodeFunctionData({
      abi: testOddUsdcAbi,
      functionName: 'mint',
      args: [accounts.user.address, 100n],
    });
    expect((await send({ to: contractAddress!, data: mint })).status).toBe('success');
    for (const call of [
      { to: node.usdc, data: transfer(5n, '') },
      { to: node.usdc, data: transfer(5n, '00'.repeat(32)) },
      { to: node.usdc, data: transfer(5n, id.slice(2)) },
      { to: node.usdc, data: transfer(5n, `${id}${id}`) },
      { to: node.usdc, data: transfer(0n, id) },
      { to: node.usdc, data: transfer(5n, id, accounts.other.address) },
      { to: contractAddress!, data: transfer(5n, id) },
    ]) {
      const receipt = await send(call);
      expect(receipt.status).toBe('success');
      expect((await told(receipt)).filter(({ type }) => type === 'deposit')).toEqual([]);
    }
  });

  it('is none within another transaction, nor where the token is only made to tell of it', async () => {
    const inner = await send({
      data: initCode([{ type: 'call', to: node.usdc, data: transfer(0n, orderId(5).slice(2)) }]),
    });
    expect([inner.status, await told(inner)]).toEqual(['success', []]);
    const pretended = await send({
      to: node.usdc,
      data: `${encodeFunctionData({
        abi: testOddUsdcAbi,
        functionName: 'pretend',
        args: [orderId(5), accounts.user.address, node.depository, 10n ** 12n],
      })}${orderId(5).slice(2)}`,
    });
    expect([pretended.status, await told(pretended)]).toEqual(['success', []]);
  });

  it('is paid out of what no escrow holds, once, and cannot be reclaimed', async () => {
    await send(direct(orderId(6), 500n));
    const escrow = { orderId: orderId(6), depositor: zeroAddress, currency: usdc };
    const [held = 0n] = await chain.vault!.held([escrow]);
    expect(held).toBeGreaterThanOrEqual(500n);
    const intent: RefundIntent = {
      type: 'refund',
      ...escrow,
      recipient: `0x${'5e'.repeat(20)}`,
      amount: 500n,
      key: 'main',
    };
    for (const expected of ['success', 'reverted'] as const) {
      const [signed] = await chain.spend!.prepare([intent], await chain.spend!.nextSequence());
      await chain.spend!.broadcast([signed!]);
      const receipt = await node.client.waitForTransactionReceipt({ hash: signed!.txId as Hex });
      expect(receipt.status).toBe(expected);
      if (expected === 'success')
        expect(await told(receipt)).toEqual([
          expect.objectContaining({ type: 'release', orderId: orderId(0).replace(/e/g, '0') }),
        ]);
    }
    expect(await chain.vault!.held([escrow])).toEqual([held - 500n]);
  });

  it('is not offered for native currency, nor to accounts with code', async () => {
    const deposits = chain.deposit!.direct!;
    expect([deposits.takes(usdc), deposits.takes(zeroAddress)]).toEqual([true, false]);
    const contract = node.filler.toLowerCase();
    await expect(
      deposits.confirm({ currency: usdc, payer: contract }, closing.signal),
    ).rejects.toMatchObject({
      code: 'UNSUPPORTED_FEATURE',
      details: [{ path: 'explicitDeposit' }],
    });
    await deposits.confirm({ currency: usdc, payer: user }, closing.signal);
  });
});
