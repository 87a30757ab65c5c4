import { connectChain } from '@portage/chain-kit';
import type { Chain } from '@portage/core/chain';
import { testEnvironment } from '@portage/testing';
import { createWalletClient, http, parseGwei, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { openEvm } from '../../test/openEvm.js';
import { startFaultProxy, type FaultProxy } from '../../test/startFaultProxy.js';
import { evmChainConfigSchema } from '../chainConfig.js';
import { createFees } from './createFees.js';

let node: TestChain;
let closing: AbortController;
beforeAll(async () => {
  node = await deployChain();
});
afterAll(() => node.stop());
beforeEach(() => {
  closing = new AbortController();
});
afterEach(() => closing.abort());

it('costs of gas are those that most endpoints tell, whatever the one that is asked first says', async () => {
  const proxies: readonly FaultProxy[] = await Promise.all(
    [0, 1, 2].map(() => startFaultProxy(node)),
  );
  const chain: Chain = await openEvm(
    {
      ...node.config,
      rpcUrls: proxies.map(({ rpcUrl }) => rpcUrl),
      wsUrl: undefined,
      pollMs: 50,
      timeoutMs: 5_000,
    },
    closing.signal,
  );
  const cost = (): bigint =>
    chain.gas.estimate({ type: 'fill', currency: node.usdc, calls: [] })?.value ?? 0n;
  const honest = cost();
  let lies = 0;
  proxies[0]?.spoil(({ method }) => {
    if (method !== 'eth_feeHistory') return Promise.resolve(undefined);
    lies += 1;
    const gwei = (amount: string): string => `0x${parseGwei(amount).toString(16)}`;
    const reward = [[gwei('50')]];
    return Promise.resolve({
      result: { oldestBlock: '0x1', baseFeePerGas: [gwei('400')], reward, gasUsedRatio: [1] },
    });
  });
  await expect.poll(() => lies).toBeGreaterThan(3);
  expect(honest).toBeGreaterThan(0n);
  expect(cost()).toBeLessThanOrEqual(2n * honest);
  await Promise.all(proxies.map((proxy) => proxy.stop()));
});

it('tips that the solver paid alone do not become the tip of the market', async () => {
  const config = evmChainConfigSchema.parse(node.config);
  const { quorum } = await connectChain(config, {
    ...testEnvironment(closing.signal),
    busyCodes: [],
    check: () => Promise.resolve(),
  });
  const open = (solver: string | undefined) =>
    createFees({
      quorum,
      solver,
      feeCeiling: parseGwei('500'),
      tipMin: 1n,
      tipCeiling: parseGwei('50'),
      clock: Date.now,
    });
  const [careless, careful] = [open(undefined), open(accounts.solver.address.toLowerCase())];
  const wallet = createWalletClient({
    account: accounts.solver,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  const to: Hex = accounts.user.address;
  for (let sent = 0; sent < 6; sent += 1) {
    const fees = { maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: parseGwei('50') };
    const hash = await wallet.sendTransaction({ to, value: 1n, ...fees });
    await node.client.waitForTransactionReceipt({ hash });
  }
  await Promise.all([careless.refresh(), careful.refresh()]);
  expect(careless.market()?.value.tip).toBeGreaterThan(1_000_000n);
  expect(careful.market()?.value.tip).toBe(1n);
});
