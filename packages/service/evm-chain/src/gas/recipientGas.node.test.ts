import type { Chain, FillIntent, FillOperation } from '@portage/core/chain';
import { padHex, parseTransaction, zeroAddress, type Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { openEvm } from '../../test/openEvm.js';

/** Code that hashes 128 KiB of memory whenever it is paid: some 70,000 units of gas. */
const code: Hex = '0x62020000600020505f00';
const wallet: Hex = `0x${'c0de'.padStart(40, '5')}`;
const other = accounts.other.address.toLowerCase();
const closing = new AbortController();

let node: TestChain;
let chain: Chain;

beforeAll(async () => {
  node = await deployChain();
  chain = await openEvm(node.config, closing.signal, node.keys);
  await node.client.request({ method: 'anvil_setCode' as never, params: [wallet, code] as never });
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

function estimate(recipient: string | undefined, changes: Partial<FillOperation> = {}): bigint {
  const fill: FillOperation = { type: 'fill', currency: zeroAddress, calls: [], ...changes };
  return chain.gas.estimate({ ...fill, recipient })?.value ?? 0n;
}

async function gasLimitOf(recipient: string): Promise<bigint> {
  const intent: FillIntent = {
    type: 'fill',
    orderId: padHex('0x7', { size: 32 }),
    currency: zeroAddress,
    recipient,
    amount: 7n,
    calls: [],
  };
  const [signed] = await chain.spend!.prepare([intent], 0n);
  return parseTransaction(`0x${Buffer.from(signed!.raw).toString('hex')}`).gas ?? 0n;
}

it('counts the code of a recipient once it was measured, and waits for nothing', async () => {
  const usual = await gasLimitOf(other);
  // The first time that it is asked about, nothing is known.
  expect(chain.gas.runsCode?.(wallet)).toBe(false);
  expect(estimate(wallet)).toBe(estimate(undefined));
  await expect.poll(() => chain.gas.runsCode?.(wallet)).toBe(true);

  const ratio = Number((1_000n * estimate(wallet)) / estimate(undefined)) / 1_000;
  expect(ratio).toBeGreaterThan(1.7);
  expect(ratio).toBeLessThan(2.2);
  expect((await gasLimitOf(wallet)) - usual).toBeGreaterThan(80_000n);
  const refund = (recipient?: string): bigint =>
    chain.gas.estimate({ type: 'refund', currency: zeroAddress, recipient })?.value ?? 0n;
  expect(refund(wallet)).toBeGreaterThan(refund());
});

it('counts nothing where no code runs: for an account without any, and for a token', async () => {
  estimate(other);
  estimate(wallet);
  await expect.poll(() => chain.gas.runsCode?.(wallet)).toBe(true);
  expect(chain.gas.runsCode?.(other)).toBe(false);
  expect(estimate(other)).toBe(estimate(undefined));
  const token = { currency: node.usdc.toLowerCase() };
  expect(estimate(wallet, token)).toBe(estimate(undefined, token));
  const withTopup = { ...token, topup: 5n };
  expect(estimate(wallet, withTopup)).toBeGreaterThan(estimate(undefined, withTopup));
});
