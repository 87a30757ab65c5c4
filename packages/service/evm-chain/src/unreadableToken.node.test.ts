import { testUsdcAbi } from '@portage/contracts';
import type { Chain } from '@portage/core/chain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '../test/accounts.js';
import { deployChain, type TestChain } from '../test/deployChain.js';
import { openEvm } from '../test/openEvm.js';

const native = '0x0000000000000000000000000000000000000000';
const broken = '0x00000000000000000000000000000000000b0b0b';
/** Code that reverts whatever it is asked. */
const alwaysReverts = '0x60006000fd';
const closing = new AbortController();
let node: TestChain;
let chain: Chain;

const setCode = (code: Hex): Promise<unknown> => node.rpc('anvil_setCode', [broken, code]);

beforeAll(async () => {
  node = await deployChain();
  await setCode(alwaysReverts);
  const odd = { id: 'odd', symbol: 'ODD', name: 'Odd', address: broken, decimals: 6 };
  chain = await openEvm(
    { ...node.config, assets: [...node.config.assets, odd] },
    closing.signal,
    node.keys,
  );
});

afterAll(async () => {
  closing.abort();
  await node.stop();
});

test('a listed token that reverts whatever it is asked stops neither the start nor the others, and comes back by itself', async () => {
  const usdc = node.usdc.toLowerCase();
  expect(chain.balances.unreadable?.(broken)).toMatch(/revert/);
  expect(chain.balances.unreadable?.(usdc)).toBeUndefined();
  expect(chain.balances.spendable(broken)).toBeUndefined();
  expect(chain.balances.spendable(usdc)?.value).toBe(1_000_000_000_000n);
  const seenAt = chain.balances.spendable(native)?.observedAt ?? Infinity;
  await expect
    .poll(() => chain.balances.spendable(native)?.observedAt ?? 0)
    .toBeGreaterThan(seenAt);
  const allowance = await node.client.readContract({
    abi: testUsdcAbi,
    address: node.usdc,
    functionName: 'allowance',
    args: [accounts.solver.address, node.filler],
  });
  expect(allowance).toBe(2n ** 256n - 1n);
  await setCode((await node.client.getCode({ address: node.usdc })) ?? '0x');
  await expect.poll(() => chain.balances.unreadable?.(broken)).toBe(undefined);
  expect(chain.balances.spendable(broken)?.value).toBe(0n);
});
