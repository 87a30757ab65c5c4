import { urlOf } from '@portage/chain-kit';
import type { Chain, GasOperation, TransactionIntent } from '@portage/core/chain';
import { testGasOracleAbi } from '@portage/contracts';
import { testGasOracleBytecode } from '@portage/contracts/bytecode';
import { serviceSelectors } from '@portage/evm/abi';
import {
  createWalletClient,
  http,
  padHex,
  parseTransaction,
  toHex,
  zeroAddress,
  type Hex,
} from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { openEvm } from '../../test/openEvm.js';
import { startFaultProxy, type FaultProxy } from '../../test/startFaultProxy.js';
import type { EvmChainConfig } from '../index.js';
import { payloadBytes } from './payloadBytes.js';

const gwei = 1_000_000_000n;
const other = accounts.other.address.toLowerCase();

let node: TestChain;
let oracle: Hex;
let closing: AbortController;
beforeAll(async () => {
  node = await deployChain();
  const hash = await owner().deployContract({
    abi: testGasOracleAbi,
    bytecode: testGasOracleBytecode,
  });
  oracle = (await node.client.waitForTransactionReceipt({ hash })).contractAddress ?? '0x';
});
afterAll(() => node.stop());
beforeEach(() => {
  closing = new AbortController();
});
afterEach(() => closing.abort());

const owner = () =>
  createWalletClient({ account: accounts.owner, chain: node.chain, transport: http(node.rpcUrl) });

/** Sets what the oracle tells: wei for each transaction and for each byte. */
async function setPrices(fixed: bigint, perByte: bigint): Promise<void> {
  const hash = await owner().writeContract({
    abi: testGasOracleAbi,
    address: oracle,
    functionName: 'setPrices',
    args: [fixed, perByte],
  });
  await node.client.waitForTransactionReceipt({ hash });
}

const openChain = (changes: Partial<EvmChainConfig> = {}): Promise<Chain> =>
  openEvm({ ...node.config, wsUrl: undefined, pollMs: 50, ...changes }, closing.signal, node.keys);

const fill = (): GasOperation => ({ type: 'fill', currency: node.usdc, calls: [] });
const costOf = (chain: Chain, operation = fill()): bigint =>
  chain.gas.estimate(operation)?.value ?? 0n;
/** Part of a cost that is not gas: what is beyond the same chain without an oracle. */
const dataFeeOf = (chain: Chain, plain: Chain, operation = fill()): bigint =>
  costOf(chain, operation) - costOf(plain, operation);

describe('the data fee of a rollup', () => {
  it('is part of what an operation costs, by the size of its payload, and follows the oracle', async () => {
    await setPrices(0n, 1_000n * gwei);
    const [chain, plain] = [
      await openChain({ dataFee: { kind: 'op-stack', oracle } }),
      await openChain({ dataFee: 'none' }),
    ];
    const isNear = (operation: GasOperation, wei: bigint): boolean => {
      // Both read the base fee at moments of their own.
      const fee = dataFeeOf(chain, plain, operation);
      return fee > (wei * 9n) / 10n && fee < (wei * 11n) / 10n;
    };
    const call = { to: other, value: 0n, data: `0x${'ab'.repeat(1_000)}` };
    const large = { type: 'fill', currency: node.usdc, calls: [call] } as const;
    expect(payloadBytes(large)).toBeGreaterThan(1_000);
    // The smallest payload that is charged for has 256 bytes, a larger one its own size.
    await expect.poll(() => isNear(fill(), 262n * 1_000n * gwei)).toBe(true);
    expect(isNear(large, BigInt(payloadBytes(large)) * 1_000n * gwei)).toBe(true);
    await setPrices(10n ** 16n, 0n);
    await expect.poll(() => isNear(fill(), 10n ** 16n)).toBe(true);
    expect(isNear(large, 10n ** 16n)).toBe(true);
  });

  it('is what most endpoints tell, whatever one of them says', async () => {
    await setPrices(10n ** 15n, 0n);
    const proxies: readonly FaultProxy[] = await Promise.all(
      [0, 1, 2].map(() => startFaultProxy(node)),
    );
    const rpcUrls = proxies.map(({ rpcUrl }) => rpcUrl);
    const chain = await openChain({ rpcUrls, dataFee: { kind: 'op-stack', oracle } });
    const honest = costOf(chain);
    let lies = 0;
    proxies[0]?.spoil(({ method, params }) => {
      const [call] = params as [{ to?: string } | undefined];
      if (method !== 'eth_call' || call?.to !== oracle) return Promise.resolve(undefined);
      lies += 1;
      return Promise.resolve({ result: padHex(toHex(10n ** 19n), { size: 32 }) });
    });
    await expect.poll(() => lies).toBeGreaterThan(3);
    expect(honest).toBeGreaterThan(10n ** 15n);
    expect(costOf(chain)).toBeLessThan(2n * honest);
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  });

  it('has the operator’s fee beside it, by the gas, where the oracle tells one', async () => {
    await setPrices(0n, 0n);
    const proxy = await startFaultProxy(node);
    const perGas = 10n ** 12n;
    const perTransaction = 10n ** 15n;
    // The oracle of this node is from before Isthmus: it reverts, and there is no such fee.
    const plain = await openChain({ dataFee: { kind: 'op-stack', oracle } });
    proxy.spoil(({ method, params }) => {
      const [call] = params as [{ data?: string } | undefined];
      const data = call?.data ?? '';
      if (method !== 'eth_call' || !data.startsWith(serviceSelectors.getOperatorFee))
        return Promise.resolve(undefined);
      const gas = BigInt(`0x${data.slice(10)}`);
      return Promise.resolve({
        result: padHex(toHex(perTransaction + gas * perGas), { size: 32 }),
      });
    });
    const rpcUrls = [proxy.rpcUrl];
    const chain = await openChain({ rpcUrls, dataFee: { kind: 'op-stack', oracle } });
    const fee = dataFeeOf(chain, plain);
    const large = { ...fill(), calls: [{ to: other, value: 0n, data: '0x', gasLimit: 500_000n }] };
    expect(costOf(plain)).toBeLessThan(perTransaction);
    expect(fee).toBeGreaterThan(perTransaction + 50_000n * perGas);
    expect(fee).toBeLessThan(perTransaction + 500_000n * perGas);
    expect(dataFeeOf(chain, plain, large)).toBeGreaterThan(fee);
    await proxy.stop();
  });

  it('is gas on Arbitrum: what is signed has room for it', async () => {
    await setPrices(0n, 1_000n * gwei);
    const chain = await openChain({ dataFee: { kind: 'arbitrum', oracle } });
    const plain = await openChain({ dataFee: 'none' });
    expect(dataFeeOf(chain, plain)).toBeGreaterThan(250n * 1_000n * gwei);
    const fee = { type: 'fill', orderId: `0x${'1'.repeat(64)}`, currency: node.usdc } as const;
    const intent = { ...fee, recipient: other, amount: 1n, calls: [] };
    const limitOf = async (one: Chain): Promise<bigint> => {
      const [signed] = await one.spend!.prepare([intent], 0n);
      return parseTransaction(toHex(signed!.raw)).gas ?? 0n;
    };
    const { baseFeePerGas } = await node.client.getBlock();
    const dataGas = (250n * 1_000n * gwei) / baseFeePerGas!;
    expect(dataGas).toBeGreaterThan(1_000n);
    expect(await limitOf(chain)).toBeGreaterThan((await limitOf(plain)) + dataGas);
  });

  it('needs the oracle that the settings name, and none on a chain that charges nothing', async () => {
    const refused = { code: 'INVALID_CONFIGURATION', details: [{ path: 'dataFee.oracle' }] };
    const wrong = openChain({ dataFee: { kind: 'op-stack', oracle: `0x${'d'.repeat(40)}` } });
    await expect(wrong).rejects.toMatchObject(refused);
    // A well-known rollup has an oracle unless the settings say otherwise.
    const [url = ''] = node.config.rpcUrls.map(urlOf);
    const rpcUrls = [
      { url, operator: 'one' },
      { url: url.replace('127.0.0.1', 'localhost'), operator: 'two' },
    ];
    const real = { devnet: false, finality: [{ confirmations: 1 }], rpcUrls };
    await expect(openChain(real)).rejects.toMatchObject(refused);
  });
});

describe('the size of a payload', () => {
  it('is never below what is signed, and not far above it', async () => {
    const chain = await openChain();
    const orderId = padHex('0x77', { size: 32 });
    const call = { to: other, value: 5n, data: `0x${'cd'.repeat(99)}` };
    const swapCall = {
      to: other,
      value: 0n,
      token: node.usdc,
      allowance: 10n ** 12n,
      data: `0x${'ef'.repeat(356)}`,
    };
    const swap = {
      currency: node.usdc,
      amount: 10n ** 12n,
      calls: [swapCall],
      gas: 100_000,
      touched: [node.usdc, other],
      minimum: 10n ** 12n,
    };
    const paid = { type: 'fill', orderId, recipient: other, amount: 10n ** 20n } as const;
    const cases: [GasOperation, TransactionIntent][] = [
      [
        { type: 'fill', currency: zeroAddress, calls: [] },
        { ...paid, currency: zeroAddress, calls: [] },
      ],
      [fill(), { ...paid, currency: node.usdc, calls: [] }],
      [
        { type: 'fill', currency: node.usdc, calls: [call, call] },
        { ...paid, currency: node.usdc, calls: [call, call] },
      ],
      [
        { type: 'fill', currency: zeroAddress, calls: [call], topup: 7n, swapGas: 100_000 },
        { ...paid, currency: zeroAddress, calls: [call], topup: 7n, swap },
      ],
      [
        { type: 'refund', currency: node.usdc },
        {
          type: 'refund',
          orderId,
          depositor: other,
          currency: node.usdc,
          recipient: other,
          amount: 10n ** 12n,
          key: 'main',
        },
      ],
    ];
    const releases = [1, 2, 3].map((n) => ({
      orderId: padHex(toHex(n), { size: 32 }),
      depositor: other,
      amount: 10n ** 12n,
    }));
    cases.push([
      { type: 'collection', currency: node.usdc, releases: 3 },
      {
        type: 'collection',
        orderId,
        currency: node.usdc,
        releases,
        amount: 3n * 10n ** 12n,
        expiry: 2_000_000_000,
      },
    ]);
    for (const [operation, intent] of cases) {
      const [signed] = await chain.spend!.prepare([intent], 1_000n);
      const bytes = signed!.raw.length;
      const said = payloadBytes(operation);
      expect([said >= bytes, said <= 1.4 * bytes], `${String(said)} for ${String(bytes)}`).toEqual([
        true,
        true,
      ]);
    }
  });
});
