import type { EvmChainConfig } from '../chainConfig.js';
import { testUsdcAbi } from '@portage/contracts';
import { connectChain } from '@portage/chain-kit';
import { createSender } from '@portage/chain-kit/send';
import { testEnvironment } from '@portage/testing';
import { parseGwei, type Address } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { startFaultProxy } from '../../test/startFaultProxy.js';
import { createKeccak } from '../hash/createKeccak.js';
import { createKey } from './createKey.js';
import { ensureAllowances, type AllowancesOptions } from './ensureAllowances.js';

const closing = new AbortController();
let node: TestChain;

beforeAll(async () => {
  // Blocks come slowly enough for both to find nothing mined.
  node = await deployChain({ blockTime: 1 });
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

async function optionsOf(
  tip: string,
  solver?: AllowancesOptions['solver'],
  rpcUrls: EvmChainConfig['rpcUrls'] = node.config.rpcUrls,
): Promise<AllowancesOptions> {
  const keccak = await createKeccak();
  const { rpc, quorum } = await connectChain(
    { slug: 'base', name: 'base', rpcUrls, devnet: true, timeoutMs: 5_000 },
    { ...testEnvironment(closing.signal), busyCodes: [], check: () => Promise.resolve() },
  );
  return {
    rpc,
    quorum,
    chainId: node.chain.id,
    solver: solver ?? createKey(generatePrivateKey(), keccak),
    spender: node.filler,
    tokens: [node.usdc.toLowerCase()],
    keccak,
    fees: () => ({ maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei(tip) }),
    sender: createSender({
      rpc,
      sendUrls: [],
      sendPublicAfterBlocks: 0,
      height: () => 0,
      timeoutMs: 5_000,
      signal: closing.signal,
    }),
    learn: () => undefined,
    clock: Date.now,
  };
}

const allowanceOf = (owner: string): Promise<bigint> =>
  node.client.readContract({
    abi: testUsdcAbi,
    address: node.usdc,
    functionName: 'allowance',
    args: [owner as Address, node.filler],
  });

test('two processes of one solver that start at the same time, with fees that do not outbid each other, both go on', async () => {
  const first = await optionsOf('0.002');
  await node.client.request({
    method: 'anvil_setBalance' as never,
    params: [first.solver.address, '0xde0b6b3a7640000'] as never,
  });
  const second = await optionsOf('0.001', first.solver);
  await Promise.all([
    ensureAllowances(first, closing.signal),
    ensureAllowances(second, closing.signal),
  ]);
  expect(await allowanceOf(first.solver.address)).toBeGreaterThan(2n ** 255n);
  expect(await node.client.getTransactionCount({ address: first.solver.address as Address })).toBe(
    1,
  );
});

test('an approval that a node refuses in a moment of its own is sent again', async () => {
  const proxy = await startFaultProxy(node);
  const options = await optionsOf('0.002', undefined, [proxy.rpcUrl]);
  await node.rpc('anvil_setBalance', [options.solver.address, '0xde0b6b3a7640000']);
  let refused = 0;
  proxy.spoil(({ method }) => {
    if (method !== 'eth_sendRawTransaction' || refused === 2) return Promise.resolve(undefined);
    refused += 1;
    return Promise.resolve({ error: { code: -32000, message: 'invalid sender' } });
  });
  await ensureAllowances(options, closing.signal);
  expect(refused).toBe(2);
  expect(await allowanceOf(options.solver.address)).toBeGreaterThan(2n ** 255n);
  await proxy.stop();
});

test('a solver that cannot pay for them says so', async () => {
  await expect(ensureAllowances(await optionsOf('0.002'), closing.signal)).rejects.toMatchObject({
    code: 'INVALID_CONFIGURATION',
    message: expect.stringMatching(/could not approve 0x[0-9a-f]{40} for/) as string,
  });
});

/**
 * Code of a token with one allowance, which changes it to or from nothing alone, as USDT does.
 */
const stubbornCode =
  '0x60003560e01c8063095ea7b314601b5760005460005260206000f35b60243580156030576000541560305760006000fd5b600055600160005260206000f3';

test('a rest of an allowance is taken back before a token that asks for it is approved, and a token that refuses is passed over', async () => {
  const [stubborn, refusing] = [`0x${'5a'.repeat(20)}`, `0x${'5b'.repeat(20)}`];
  const first = await optionsOf('0.002');
  await node.rpc('anvil_setBalance', [first.solver.address, '0xde0b6b3a7640000']);
  await node.rpc('anvil_setCode', [stubborn, stubbornCode]);
  await node.rpc('anvil_setStorageAt', [
    stubborn,
    `0x${'0'.repeat(64)}`,
    `0x${'7'.padStart(64, '0')}`,
  ]);
  await node.rpc('anvil_setCode', [refusing, '0x60006000fd']);
  await ensureAllowances(
    { ...first, tokens: [stubborn, refusing, ...first.tokens] },
    closing.signal,
  );
  const slot = await node.rpc('eth_getStorageAt', [stubborn, '0x0', 'latest']);
  expect(slot).toBe(`0x${'f'.repeat(64)}`);
  expect(await allowanceOf(first.solver.address)).toBeGreaterThan(2n ** 255n);
});

test('one of three endpoints that tells of no allowance makes the solver send nothing', async () => {
  const [liar, honest] = await Promise.all([startFaultProxy(node), startFaultProxy(node)]);
  liar.spoil(({ method }) =>
    Promise.resolve(method === 'eth_call' ? { result: `0x${'0'.repeat(64)}` } : undefined),
  );
  const rpcUrls = [liar.rpcUrl, ...node.config.rpcUrls, honest.rpcUrl];
  const approved = await optionsOf('0.002');
  await node.rpc('anvil_setBalance', [approved.solver.address, '0xde0b6b3a7640000']);
  await ensureAllowances(approved, closing.signal);
  const address = approved.solver.address as Address;
  expect(await node.client.getTransactionCount({ address })).toBe(1);
  await ensureAllowances(await optionsOf('0.002', approved.solver, rpcUrls), closing.signal);
  expect(await node.client.getTransactionCount({ address, blockTag: 'pending' })).toBe(1);
  await Promise.all([liar.stop(), honest.stop()]);
});
