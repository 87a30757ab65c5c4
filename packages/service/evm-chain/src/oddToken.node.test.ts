import { testOddUsdcAbi } from '@portage/contracts';
import { testOddUsdcBytecode } from '@portage/contracts/bytecode';
import type { Simulation } from '@portage/core/chain';
import { createWalletClient, http, type Abi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '../test/accounts.js';
import { deployChain, type TestChain } from '../test/deployChain.js';
import { openEvm } from '../test/openEvm.js';

const closing = new AbortController();
let node: TestChain;

beforeAll(async () => {
  node = await deployChain();
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

test('a payment of a token that is paused, keeps a part or blocks the solver is seen to fail before it is made', async () => {
  const chain = await openEvm(node.config, closing.signal, node.keys);
  const wallet = createWalletClient({
    account: accounts.owner,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  const mined = (hash: `0x${string}`) => node.client.waitForTransactionReceipt({ hash });
  const { contractAddress } = await mined(
    await wallet.deployContract({
      abi: testOddUsdcAbi,
      bytecode: testOddUsdcBytecode,
      args: [accounts.owner.address],
    }),
  );
  const code = await node.client.getCode({ address: contractAddress ?? '0x' });
  await node.rpc('anvil_setCode', [node.usdc, code]);
  const change = async (functionName: string, ...args: readonly unknown[]): Promise<void> => {
    const call = { abi: testOddUsdcAbi as Abi, address: node.usdc, functionName, args };
    expect((await mined(await wallet.writeContract(call))).status).toBe('success');
  };
  const simulate = async (): Promise<Simulation['status'] | undefined> => {
    const answers = await chain.spend?.simulate?.([
      {
        type: 'fill',
        orderId: `0x${'0'.repeat(64)}`,
        currency: node.usdc.toLowerCase(),
        recipient: node.depository.toLowerCase(),
        amount: 1_000_000n,
        calls: [],
      },
    ]);
    return answers?.[0]?.status;
  };
  const seen: (string | undefined)[] = [await simulate()];
  for (const [name, args, back] of [
    ['setPaused', [true], [false]],
    ['setFee', [100n], [0n]],
    ['setBlocked', [accounts.solver.address, true], [accounts.solver.address, false]],
    ['setBlocked', [accounts.other.address, true], [accounts.other.address, false]],
  ] as const) {
    await change(name, ...args);
    seen.push(await simulate());
    await change(name, ...back);
  }
  expect(seen).toEqual(['passes', 'reverts', 'reverts', 'reverts', 'passes']);
});
