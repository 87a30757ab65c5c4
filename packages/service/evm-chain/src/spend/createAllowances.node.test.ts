import type { SpendAllowance } from '@portage/core/plugin';
import type { EvmChainConfig } from '../chainConfig.js';
import { connectChain } from '@portage/chain-kit';
import { testEnvironment } from '@portage/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { startFaultProxy } from '../../test/startFaultProxy.js';
import { createReadAllowances } from '../createReadMany.js';
import { createAllowances } from './createAllowances.js';

const closing = new AbortController();
let node: TestChain;

beforeAll(async () => {
  node = await deployChain();
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

/** Reads allowances of the solver to the filler. */
async function readerOf(
  tokens: readonly string[],
  rpcUrls: EvmChainConfig['rpcUrls'] = node.config.rpcUrls,
): Promise<() => Promise<readonly SpendAllowance[]>> {
  const { rpc, quorum } = await connectChain(
    { slug: 'base', name: 'base', rpcUrls, devnet: true, timeoutMs: 5_000 },
    { ...testEnvironment(closing.signal), busyCodes: [], check: () => Promise.resolve() },
  );
  return createAllowances({
    rpc,
    quorum,
    readMany: createReadAllowances(undefined),
    sender: accounts.solver.address,
    spenders: [{ address: node.filler, isForPayments: true, tokens }],
  });
}

/** Makes the renewal of an allowance as the solver. */
async function renew({ renewal }: SpendAllowance): Promise<void> {
  const { to, data } = renewal ?? { to: '', data: '' };
  const hash = (await node.rpc('eth_sendTransaction', [
    { from: accounts.solver.address, to, data },
  ])) as `0x${string}`;
  expect((await node.client.waitForTransactionReceipt({ hash })).status).toBe('success');
}

/** The only allowance of an answer. */
function only([one]: readonly SpendAllowance[]): SpendAllowance {
  if (one === undefined) throw new Error('One token was asked for.');
  return one;
}

const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
const firstSlot = word(0n);

/**
 * Code of a token with one allowance, which changes it to or from nothing alone, as USDT does.
 */
const stubbornCode =
  '0x60003560e01c8063095ea7b314601b5760005460005260206000f35b60243580156030576000541560305760006000fd5b600055600160005260206000f3';

test('an allowance that is low names the call that renews it, and one that is enough none', async () => {
  const usdc = node.usdc.toLowerCase();
  const read = await readerOf([usdc]);
  await node.rpc('anvil_impersonateAccount', [accounts.solver.address]);
  const low = only(await read());
  expect(low).toMatchObject({ currency: usdc, isForPayments: true, amount: 0n, isLow: true });
  expect(low.renewal?.isReset).toBe(false);
  await renew(low);
  expect(only(await read())).toMatchObject({
    amount: 2n ** 256n - 1n,
    isLow: false,
    renewal: undefined,
  });
});

test('an allowance that was used up is renewed; its rest is taken back first where the token asks for it', async () => {
  const stubborn = `0x${'5a'.repeat(20)}`;
  await node.rpc('anvil_setCode', [stubborn, stubbornCode]);
  await node.rpc('anvil_setStorageAt', [stubborn, firstSlot, word(7n)]);
  await node.rpc('anvil_impersonateAccount', [accounts.solver.address]);
  const read = await readerOf([stubborn]);
  const rest = only(await read());
  expect([rest.amount, rest.renewal?.isReset]).toEqual([7n, true]);
  await renew(rest);
  const none = only(await read());
  expect([none.amount, none.renewal?.isReset]).toEqual([0n, false]);
  await renew(none);
  expect(only(await read()).isLow).toBe(false);
});

test('a token that refuses the approval has no renewal, one that tells no allowance is left out, and both hold up no other', async () => {
  const [refusing, silent] = [`0x${'5b'.repeat(20)}`, `0x${'5c'.repeat(20)}`];
  // Tells an allowance of nothing, and refuses every approval.
  await node.rpc('anvil_setCode', [
    refusing,
    '0x60003560e01c63095ea7b314601957600060005260206000f35b60006000fd',
  ]);
  await node.rpc('anvil_setCode', [silent, '0x60006000fd']);
  const read = await readerOf([refusing, silent, node.usdc.toLowerCase()]);
  expect(
    (await read()).map(({ currency, isLow, renewal }) => [currency, isLow, renewal === undefined]),
  ).toEqual([
    [refusing, true, true],
    [node.usdc.toLowerCase(), false, true],
  ]);
});

test('a token that keeps 96 bits, as UNI does, is not approved for ever', async () => {
  const narrow = `0x${'5d'.repeat(20)}`;
  await node.rpc('anvil_setCode', [narrow, stubbornCode]);
  await node.rpc('anvil_setStorageAt', [narrow, firstSlot, word(2n ** 96n - 1n)]);
  expect(only(await (await readerOf([narrow]))()).isLow).toBe(false);
});

test('one of three endpoints that tells of no allowance calls for no approval', async () => {
  const [liar, honest] = await Promise.all([startFaultProxy(node), startFaultProxy(node)]);
  const rpcUrls = [liar.rpcUrl, ...node.config.rpcUrls, honest.rpcUrl];
  const read = await readerOf([node.usdc.toLowerCase()], rpcUrls);
  liar.spoil(({ method }) =>
    Promise.resolve(method === 'eth_call' ? { result: word(0n) } : undefined),
  );
  expect(only(await read()).isLow).toBe(false);
  honest.spoil(({ method }) =>
    Promise.resolve(method === 'eth_call' ? { result: word(1n) } : undefined),
  );
  await expect(read()).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  await Promise.all([liar.stop(), honest.stop()]);
});
