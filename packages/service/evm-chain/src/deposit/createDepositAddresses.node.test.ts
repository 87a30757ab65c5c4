import { depositAddressesAbi, testUsdcAbi } from '@portage/contracts';
import type { Chain, ChainEvent, DepositAddresses } from '@portage/core/chain';
import { createWalletClient, encodeFunctionData, http, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { evmCodec } from '@portage/evm/codec';
import { gasUnits } from '../gas/gasUnits.js';
import { openEvm } from '../../test/openEvm.js';

const native = '0x0000000000000000000000000000000000000000';
const hex = (n: number): Hex => `0x${n.toString(16).padStart(64, 'a')}`;
const closing = new AbortController();

let node: TestChain;
let chain: Chain;
let addresses: DepositAddresses;
let usdc: string;

beforeAll(async () => {
  node = await deployChain();
  chain = await openEvm(node.config, closing.signal, node.keys);
  addresses = chain.deposit!.addresses!;
  usdc = node.usdc.toLowerCase();
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

async function send(to: string, data: string, value = 0n): Promise<bigint> {
  const wallet = createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  const receipt = await node.client.waitForTransactionReceipt({
    hash: await wallet.sendTransaction({ to: to as Hex, data: data as Hex, value, gas: 600_000n }),
  });
  expect(receipt.status).toBe('success');
  return receipt.gasUsed;
}

const pay = (currency: string, to: string, amount: bigint): Promise<bigint> =>
  currency === native
    ? send(to, '0x', amount)
    : send(
        currency,
        encodeFunctionData({
          abi: testUsdcAbi,
          functionName: 'transfer',
          args: [to as Hex, amount],
        }),
      );

/**
 * Deploys a contract that passes its value on to the account of its one argument: what a contract's
 * wallet does, of which neither a log nor the transaction tells.
 */
async function deployForwarder(): Promise<Hex> {
  const wallet = createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  const hash = await wallet.sendTransaction({ data: '0x695f5f5f5f345f355af1005f52600a6016f3' });
  const receipt = await node.client.waitForTransactionReceipt({ hash });
  return receipt.contractAddress!;
}

describe('deposit addresses', () => {
  it('are told of native currency that a contract sends, by tracing the transaction', async () => {
    const owner = { orderId: hex(103), depositor: accounts.owner.address.toLowerCase() };
    const address = addresses.addressOf(owner);
    const forwarder = await deployForwarder();
    const wallet = createWalletClient({
      account: accounts.user,
      chain: node.chain,
      transport: http(node.rpcUrl),
    });
    const txId = await wallet.sendTransaction({
      to: forwarder,
      value: 9_000n,
      data: `0x${address.slice(2).padStart(64, '0')}`,
    });
    const { blockNumber } = await node.client.waitForTransactionReceipt({ hash: txId });
    const place = { currency: native, txId, height: Number(blockNumber), amount: 9_000n };
    expect(await addresses.paymentsIn!(txId)).toEqual([
      { address: forwarder.toLowerCase(), ...place },
      { address, ...place },
    ]);
    expect(await addresses.holdings([{ address, currency: native }])).toEqual([9_000n]);
  });

  it('are those that the factory makes, wherever they are computed', async () => {
    for (let index = 1; index <= 20; index += 1) {
      const owner = {
        orderId: hex(index),
        depositor: privateKeyToAddress(generatePrivateKey()).toLowerCase(),
      };
      const asked = await node.client.readContract({
        abi: depositAddressesAbi,
        address: node.depositAddresses,
        functionName: 'computeDepositAddress',
        args: [owner.orderId, owner.depositor as Hex],
      });
      expect(addresses.addressOf(owner)).toBe(asked.toLowerCase());
      expect(evmCodec.depositAddress?.(node.depositAddresses, owner)).toBe(asked.toLowerCase());
    }
  });

  it('refuses to open with a factory that makes others', async () => {
    const contracts = { ...node.config.contracts, depositAddresses: node.filler };
    await expect(openEvm({ ...node.config, contracts }, closing.signal, node.keys)).rejects.toThrow(
      /computeDepositAddress/,
    );
  });

  it.each(['native', 'token'])(
    'say what they hold and what reached them, and are swept into deposits again and again: %s',
    async (kind) => {
      const currency = kind === 'native' ? native : usdc;
      const owner = {
        orderId: hex(kind === 'native' ? 101 : 102),
        depositor: accounts.owner.address.toLowerCase(),
      };
      const address = addresses.addressOf(owner);
      const other = addresses.addressOf({
        ...owner,
        depositor: accounts.user.address.toLowerCase(),
      });
      const first = Number(await node.client.getBlockNumber()) + 1;
      const gas = await pay(currency, address, 5_000n);
      if (currency === native) expect(gas).toBe(gasUnits({ type: 'transfer', currency }));
      else expect(gas <= gasUnits({ type: 'transfer', currency })).toBe(true);
      const last = Number(await node.client.getBlockNumber());
      expect(
        await addresses.holdings([
          { address: other, currency },
          { address, currency },
        ]),
      ).toEqual([0n, 5_000n]);
      expect(await addresses.receipts([other, address], { first, last })).toEqual(
        currency === native ? [] : [{ address, currency }],
      );
      expect(await addresses.receipts([other], { first, last })).toEqual([]);
      const [paid, ...others] = await addresses.payments!(address, [currency]);
      expect(others).toEqual([]);
      const { blockNumber } = await node.client.getTransactionReceipt({ hash: paid!.txId as Hex });
      expect(paid).toEqual({
        address,
        currency,
        amount: 5_000n,
        height: Number(blockNumber),
        txId: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      });
      expect(await addresses.payments!(other, [currency])).toEqual([]);
      expect(await addresses.paymentsIn!(paid!.txId)).toEqual([paid]);
      expect(await addresses.paymentsIn!(hex(999))).toEqual([]);

      const sweep = addresses.sweep(owner, [currency], [5_000n]);
      const swept = await send(sweep.to, sweep.data);
      // The first sweep puts the code there: it is the dearest.
      expect(swept <= gasUnits({ type: 'sweep', currency })).toBe(true);
      expect(swept * 3n > gasUnits({ type: 'sweep', currency }) * 2n).toBe(true);
      await pay(currency, address, 700n);
      expect(await send(sweep.to, sweep.data)).toBeLessThan(swept);
      await send(sweep.to, sweep.data);
      const deposits: ChainEvent[] = [];
      for await (const update of chain.observe.updates([], closing.signal)) {
        if (update.type !== 'advance') continue;
        deposits.push(
          ...update.events.filter(
            (event) => event.type === 'deposit' && event.orderId === owner.orderId,
          ),
        );
        if (deposits.length === 2) break;
      }
      expect(deposits).toMatchObject([
        { depositor: owner.depositor, payer: address, currency, amount: 5_000n },
        { depositor: owner.depositor, payer: address, currency, amount: 700n },
      ]);
    },
  );
});
