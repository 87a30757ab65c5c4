import { depositoryAbi, testUsdcAbi } from '@portage/contracts';
import type { Chain, GasOperation, TransactionIntent } from '@portage/core/chain';
import { createWalletClient, encodeFunctionData, http, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { openEvm } from '../../test/openEvm.js';
import { gasLimit, gasUnits } from './gasUnits.js';

const native = '0x0000000000000000000000000000000000000000';
const id = (n: number): Hex => `0x${n.toString(16).padStart(64, 'd')}`;
const fresh = (): string => privateKeyToAddress(generatePrivateKey()).toLowerCase();
const closing = new AbortController();

let node: TestChain;
let chain: Chain;

beforeAll(async () => {
  node = await deployChain();
  chain = await openEvm(node.config, closing.signal, node.keys);
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

async function used(hash: Hex): Promise<bigint> {
  const receipt = await node.client.waitForTransactionReceipt({ hash });
  expect(receipt.status).toBe('success');
  return receipt.gasUsed;
}

function send(to: Hex, data: Hex, value = 0n): Promise<Hex> {
  const wallet = createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  return wallet.sendTransaction({ to, data, value, gas: 500_000n });
}

async function spend(intent: TransactionIntent): Promise<bigint> {
  const [signed] = await chain.spend!.prepare([intent], await chain.spend!.nextSequence());
  await chain.spend!.broadcast([signed!]);
  return used(signed!.txId as Hex);
}

/** The table must cover the worst ordinary case, without being more than half too high. */
function expectCovered(operation: GasOperation, gas: bigint): void {
  expect(gas).toBeLessThanOrEqual(gasUnits(operation));
  expect(gas * 3n).toBeGreaterThan(gasUnits(operation) * 2n);
  expect(gasLimit(operation)).toBeGreaterThan((gas * 13n) / 10n);
}

describe('gas of the real contracts', () => {
  it('is what the table says', async () => {
    const usdc = node.usdc.toLowerCase();
    const user = accounts.user.address;
    // The first deposit of a kind also opens the depository's total, so the worst case comes first.
    expectCovered(
      { type: 'deposit', currency: native },
      await used(
        await send(
          node.depository,
          encodeFunctionData({
            abi: depositoryAbi,
            functionName: 'depositNative',
            args: [user, id(1)],
          }),
          10n ** 15n,
        ),
      ),
    );
    expectCovered(
      { type: 'approve', currency: usdc },
      await used(
        await send(
          node.usdc,
          encodeFunctionData({
            abi: testUsdcAbi,
            functionName: 'approve',
            args: [node.depository, 10n ** 9n],
          }),
        ),
      ),
    );
    expectCovered(
      { type: 'deposit', currency: usdc },
      await used(
        await send(
          node.depository,
          encodeFunctionData({
            abi: depositoryAbi,
            functionName: 'depositErc20',
            args: [user, node.usdc, 10n ** 8n, id(2)],
          }),
        ),
      ),
    );
    for (const currency of [native, usdc]) {
      const { steps } = chain.deposit!.sends!.steps({
        requestId: id(9),
        payer: user.toLowerCase(),
        recipient: fresh(),
        currency,
        amount: 1_000n,
      });
      const { to, data, value } = steps[0]!.items[0]!.data;
      expectCovered(
        { type: 'send', currency },
        await used(await send(to as Hex, data as Hex, BigInt(String(value)))),
      );
      const fill = {
        type: 'fill',
        orderId: id(currency === native ? 3 : 4),
        currency,
        recipient: fresh(),
        amount: 1_000n,
        calls: [],
      } as const;
      expectCovered({ type: 'fill', currency, calls: [] }, await spend(fill));
      const refund = {
        type: 'refund',
        orderId: id(currency === native ? 1 : 2),
        depositor: user.toLowerCase(),
        currency,
        recipient: fresh(),
        amount: 1_000n,
        key: 'main',
      } as const;
      expectCovered({ type: 'refund', currency }, await spend(refund));
      const collection = {
        type: 'collection',
        orderId: id(currency === native ? 7 : 8),
        currency,
        amount: 10n ** 8n - 1_000n,
        expiry: Math.floor(Date.now() / 1_000) + 600,
        releases: [{ ...refund, amount: 10n ** 8n - 1_000n }],
      } as const;
      expect(await spend(collection)).toBeLessThanOrEqual(
        gasUnits({ type: 'collection', currency, releases: 1 }),
      );
    }
    for (const currency of [native, usdc]) {
      const approve = {
        to: usdc,
        value: 0n,
        data: encodeFunctionData({ abi: testUsdcAbi, functionName: 'approve', args: [user, 1n] }),
      };
      const gas = await spend({
        type: 'fill',
        orderId: id(currency === native ? 5 : 6),
        currency,
        recipient: fresh(),
        amount: 1_000n,
        calls: [approve],
      });
      const operation: GasOperation = { type: 'fill', currency, calls: [approve] };
      expect(gas).toBeLessThanOrEqual(gasUnits(operation));
      expect(gas).toBeLessThan(gasLimit(operation));
    }
  });
});
