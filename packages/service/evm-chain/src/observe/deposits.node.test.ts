import { depositoryAbi, testUsdcAbi } from '@portage/contracts';
import { depositoryBytecode } from '@portage/contracts/bytecode';
import type { Chain, ChainEvent } from '@portage/core/chain';
import {
  createWalletClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeEventTopics,
  encodeFunctionData,
  getContractAddress,
  http,
  zeroAddress,
  type Hex,
  type TransactionReceipt,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { initCode, type Deed } from '../../test/initCode.js';
import { openEvm } from '../../test/openEvm.js';

/** Events that look like deposits and are none, on a real chain. */
let node: TestChain;
let chain: Chain;
const closing = new AbortController();

const id = (n: number): Hex => `0x${n.toString(16).padStart(64, 'd')}`;
const user = accounts.user.address;

beforeAll(async () => {
  node = await deployChain();
  chain = await openEvm(node.config, closing.signal);
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

async function send(transaction: {
  readonly to?: Hex;
  readonly data: Hex;
  readonly value?: bigint;
}): Promise<TransactionReceipt> {
  const wallet = createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  return node.client.waitForTransactionReceipt({
    hash: await wallet.sendTransaction({ gas: 8_000_000n, ...transaction }),
  });
}

const run = (deeds: readonly Deed[], value = 0n): Promise<TransactionReceipt> =>
  send({ data: initCode(deeds), value });

const payIn = (orderId: Hex, value: bigint): Deed => ({
  type: 'call',
  to: node.depository,
  value,
  data: encodeFunctionData({
    abi: depositoryAbi,
    functionName: 'depositNative',
    args: [user, orderId],
  }),
});

/** The very event that the depository would emit. */
function claim(orderId: Hex, amount: bigint, payer: Hex): Deed & { readonly type: 'log' } {
  const topics = encodeEventTopics({
    abi: depositoryAbi,
    eventName: 'Deposit',
    args: { id: orderId, depositor: user },
  }) as Hex[];
  return {
    type: 'log',
    topics,
    data: encodeAbiParameters(
      [{ type: 'address' }, { type: 'uint256' }, { type: 'address' }],
      [zeroAddress, amount, payer],
    ),
  };
}

/** Events of a transaction in the updates, and those of its trace. */
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
  expect(await chain.observe.trace(transactionHash)).toEqual(events);
  return events;
}

const held = (): Promise<bigint> => node.client.getBalance({ address: node.depository });
const booked = (): Promise<bigint> =>
  node.client.readContract({
    address: node.depository,
    abi: depositoryAbi,
    functionName: 'totalEscrow',
    args: [zeroAddress],
  });

describe('money is paid in by an event of our depository alone', () => {
  it('D9: not of a contract with the same code, nor of one that emits the same event', async () => {
    const [o, allocator] = [accounts.owner.address, accounts.allocator.address];
    const { contractAddress: clone } = await send({
      data: encodeDeployData({
        abi: depositoryAbi,
        bytecode: depositoryBytecode,
        args: [o, allocator, o, 1_209_600n, { capacity: 2n ** 208n - 1n, window: 86_400 }, []],
      }),
    });
    const there = await send({
      to: clone ?? '0x',
      value: 7n,
      data: encodeFunctionData({
        abi: depositoryAbi,
        functionName: 'depositNative',
        args: [user, id(1)],
      }),
    });
    expect([there.status, there.logs.length]).toEqual(['success', 1]);
    expect(await told(there)).toEqual([]);
    const invented = await run([claim(id(1), 10n ** 18n, user)]);
    expect([invented.status, invented.logs.length]).toEqual(['success', 1]);
    expect(await told(invented)).toEqual([]);
  });

  it('D10: what a contract passes on is credited, whatever it was given and whatever it says', async () => {
    const [before, bookedBefore] = [await held(), await booked()];
    const nonce = await node.client.getTransactionCount({ address: user });
    const wrapper = getContractAddress({ from: user, nonce: BigInt(nonce) }).toLowerCase() as Hex;
    const receipt = await run(
      [
        claim(id(2), 10n, wrapper),
        payIn(id(2), 1n),
        claim(id(2), 10n, wrapper),
        { type: 'selfdestruct', to: accounts.other.address },
      ],
      10n,
    );
    expect(receipt.status).toBe('success');
    expect(await told(receipt)).toEqual([
      expect.objectContaining({
        type: 'deposit',
        orderId: id(2),
        amount: 1n,
        payer: wrapper,
        ordinal: 0,
      }),
    ]);
    expect([(await held()) - before, (await booked()) - bookedBefore]).toEqual([1n, 1n]);
  });

  it('D11: not in a transaction that reverts, nor in a part of one that does', async () => {
    const failed = await run([payIn(id(3), 4n), { type: 'revert' }], 4n);
    expect(failed.status).toBe('reverted');
    expect(await told(failed)).toEqual([]);
    const [before, bookedBefore] = [await held(), await booked()];
    const partly = await run(
      [
        { type: 'create', value: 4n, deeds: [payIn(id(3), 4n), { type: 'revert' }] },
        payIn(id(4), 5n),
      ],
      9n,
    );
    expect(partly.status).toBe('success');
    expect(await told(partly)).toEqual([
      expect.objectContaining({ orderId: id(4), amount: 5n, ordinal: 0 }),
    ]);
    expect([(await held()) - before, (await booked()) - bookedBefore]).toEqual([5n, 5n]);
  });

  it('D12: two in one transaction are two, and transfers around them are nobody’s', async () => {
    const transfer: Deed = {
      type: 'call',
      to: node.usdc,
      data: encodeFunctionData({
        abi: testUsdcAbi,
        functionName: 'transferFrom',
        args: [user, node.depository, 3n],
      }),
    };
    const nonce = await node.client.getTransactionCount({ address: user });
    const maker = getContractAddress({ from: user, nonce: BigInt(nonce + 1) });
    await send({
      to: node.usdc,
      data: encodeFunctionData({ abi: testUsdcAbi, functionName: 'approve', args: [maker, 6n] }),
    });
    const receipt = await run([transfer, payIn(id(5), 1n), payIn(id(6), 2n), transfer], 3n);
    expect(
      await node.client.readContract({
        address: node.usdc,
        abi: testUsdcAbi,
        functionName: 'balanceOf',
        args: [node.depository],
      }),
    ).toBe(6n);
    expect(await told(receipt)).toEqual([
      expect.objectContaining({ type: 'deposit', orderId: id(5), amount: 1n, ordinal: 0 }),
      expect.objectContaining({ type: 'deposit', orderId: id(6), amount: 2n, ordinal: 1 }),
    ]);
  });

  it('D13: the id is the one that the depository was given, never one behind its input', async () => {
    const deposit = encodeFunctionData({
      abi: depositoryAbi,
      functionName: 'depositNative',
      args: [user, id(7)],
    });
    expect(
      await told(
        await send({ to: node.depository, value: 6n, data: `${deposit}${id(8).slice(2)}` }),
      ),
    ).toEqual([expect.objectContaining({ orderId: id(7), amount: 6n })]);
    expect(
      (
        await send({
          to: node.depository,
          value: 6n,
          data: encodeFunctionData({
            abi: depositoryAbi,
            functionName: 'depositNative',
            args: [user, `0x${'00'.repeat(32)}`],
          }),
        })
      ).status,
    ).toBe('reverted');
  });

  it('D14: what reaches it by force is nobody’s, and naming the transaction does not make it anybody’s', async () => {
    const [before, bookedBefore] = [await held(), await booked()];
    const forced = await run([{ type: 'selfdestruct', to: node.depository }], 11n);
    expect(forced.status).toBe('success');
    expect(await told(forced)).toEqual([]);
    expect((await held()) - before).toBe(11n);
    await node.rpc('anvil_setCoinbase', [node.depository]);
    const tipped = await run([]);
    await node.rpc('anvil_setCoinbase', [zeroAddress]);
    expect(await told(tipped)).toEqual([]);
    expect((await held()) - before).toBeGreaterThan(11n);
    expect((await send({ to: node.depository, data: '0x', value: 1n })).status).toBe('reverted');
    expect(await booked()).toBe(bookedBefore);
  });
});
