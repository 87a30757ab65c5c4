import { keyWallet } from '@portage/bitcoin';
import type { DepositStepsInput } from '@portage/core/chain';
import { readPsbt } from '@portage/bitcoin/transaction';
import { Psbt } from 'bitcoinjs-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNode, type StartedNode } from '../../test/startNode.js';
import { createDeposits } from './createDeposits.js';
import { createUnconfirmed } from './createUnconfirmed.js';

const network = 'regtest';
const kinds = ['p2wpkh', 'p2sh', 'p2pkh', 'p2tr'] as const;
const orderOf = (index: number): string => `0x${String(index + 1).repeat(64)}`;

let node: StartedNode;

beforeAll(async () => {
  node = await startNode();
});
afterAll(() => node.close());

function openDeposits(
  feeRate: () => bigint | undefined = () => 3_000n,
): ReturnType<typeof createDeposits> {
  const { roles } = node.chain;
  return createDeposits({
    chainId: 8253038,
    chainName: 'Bitcoin',
    symbol: 'BTC',
    network,
    currency: 'btc',
    vault: roles.allocator.address,
    solver: roles.solver.address,
    esploras: [node.esplora],
    feeRate,
  });
}

const inputOf = (payer: string, orderId: string, amount: bigint): DepositStepsInput => ({
  requestId: orderId,
  orderId,
  payer,
  currency: 'btc',
  amount,
});

const signal = new AbortController().signal;

describe('a deposit out of the coins of its payer', () => {
  it.each(kinds.map((kind, index) => [kind, index] as const))(
    'is taken by the network from an address of %s',
    async (kind, index) => {
      const key = Uint8Array.from(Buffer.from(node.chain.accounts[1]?.privateKey ?? '', 'hex'));
      const wallet = keyWallet(key, network, kind);
      const payer = await wallet.address();
      await payTo(payer, [70_000n, 90_000n]);
      const deposits = openDeposits();
      const asked = kind === 'p2sh' ? { publicKey: await wallet.publicKey?.() } : {};
      const { steps } = await deposits.forPayer({ payer, currency: 'btc', ...asked }, signal);
      const amount = 120_000n;
      const [step] = steps(inputOf(payer, orderOf(index), amount));
      const psbt = String(step?.items[0]?.data['psbt']);
      const unsigned = readPsbt(psbt, network);
      expect(unsigned?.outputs[0]?.value).toBe(amount);
      const signed = await wallet.signPsbt({
        psbt,
        address: payer,
        inputs: unsigned?.inputs.length ?? 0,
      });
      const finished = Psbt.fromHex(signed).finalizeAllInputs().extractTransaction(true);
      expect(await node.esplora.send(finished.toBuffer())).toEqual({ status: 'accepted' });
      // Three satoshi a virtual byte, and little more where signatures are short.
      const rate = Number(unsigned?.fee) / finished.virtualSize();
      expect(rate).toBeGreaterThanOrEqual(3);
      expect(rate).toBeLessThan(3.2);

      const { roles } = node.chain;
      const unconfirmed = createUnconfirmed({
        accounts: { network, vault: roles.allocator.address, solver: roles.solver.address },
        esploras: [node.esplora],
      });
      const waiting = { orderId: orderOf(index), txId: finished.getId() };
      expect(await unconfirmed(signal)).toEqual([waiting]);
      await node.controls.mine(1);
      expect(await unconfirmed(signal)).toEqual([]);
      expect(await node.ask('getrawtransaction', finished.getId(), 1)).toMatchObject({
        confirmations: 1,
      });
    },
  );

  it('is not made without the coins, the fee rate or the payer', async () => {
    const payer = await keyWallet(new Uint8Array(32).fill(3), network).address();
    const { steps } = await openDeposits().forPayer({ payer, currency: 'btc' }, signal);
    expect(() => steps(inputOf(payer, orderOf(0), 1_000n))).toThrow(
      expect.objectContaining({ code: 'INSUFFICIENT_FUNDS' }),
    );
    await expect(
      openDeposits(() => undefined).forPayer({ payer, currency: 'btc' }, signal),
    ).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
    expect(() => openDeposits().steps(inputOf(payer, orderOf(0), 1_000n))).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_FEATURE' }),
    );
  });
});

async function payTo(address: string, values: readonly bigint[]): Promise<void> {
  for (const value of values) {
    const paid = node.controls.faucet(address, { native: value });
    // The faucet waits for a block, and blocks come on demand.
    await expect.poll(async () => (await node.esplora.waiting(address)).length).toBe(1);
    await node.controls.mine(1);
    await paid;
  }
}
