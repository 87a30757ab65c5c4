import type { Chain } from '@portage/core/chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEvm } from '../../test/openEvm.js';
import { openUniswap, type UniswapChain } from '../../test/openUniswap.js';
import { swapSourcesOf } from '../../test/uniswap.js';
import type { EvmChainConfig } from '../index.js';

const closing = new AbortController();
let node: UniswapChain;

beforeAll(async () => {
  node = await openUniswap();
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

function open(settings: Partial<EvmChainConfig>): Promise<Chain> {
  const { id, slug, name, rpcUrl, wsUrl, contracts } = node.chain;
  const address = '0x0000000000000000000000000000000000000000';
  const assets = [{ id: 'eth', symbol: 'ETH', name: 'Ether', address, decimals: 18 }];
  const chain = { id, slug, name, rpcUrls: [rpcUrl], wsUrl, contracts, assets };
  return openEvm({ ...chain, devnet: true, dataFee: 'none', ...settings }, closing.signal);
}

describe('pools and the factories that name them', () => {
  const factories = () => {
    const { v2, v3 } = node.chain.uniswap;
    return { 'uniswap-v2': v2.factory, 'uniswap-v3': v3.factory };
  };

  test('a chain opens where each pool is the one that its factory names', async () => {
    const swapSources = swapSourcesOf(node.chain).map((source) => ({
      ...source,
      factory: factories()[source.kind],
    }));
    expect((await open({ swapSources })).swaps).toBeDefined();
  });

  test.each(['uniswap-v2', 'uniswap-v3'] as const)(
    'a pool of %s that its factory does not know is refused with both',
    async (kind) => {
      // A second deployment of the same code by another account, as a false factory would be.
      const factory = await another(kind);
      const source = swapSourcesOf(node.chain).find((each) => each.kind === kind)!;
      await expect(open({ swapSources: [{ ...source, factory }] })).rejects.toMatchObject({
        code: 'INVALID_CONFIGURATION',
        message: expect.stringMatching(
          new RegExp(`pool ${source.pools[0]!}.*factory ${factory}, which names 0x0{40}`, 'i'),
        ) as string,
      });
    },
  );

  test('so is a pool that prices', async () => {
    const factory = await another('uniswap-v3');
    const { uniswap, tokens } = node.chain;
    const [pool] = uniswap.pools;
    const priced = { kind: 'uniswap-v3', dollar: tokens.usdc.address, depthMinUsd: 1 } as const;
    const assets = { eth: { ...priced, pool: pool!.address, factory } };
    await expect(open({ poolPrices: { assets } })).rejects.toThrow('is not of the factory');
  });

  /** The code of a factory at an address where it has created no pool. */
  async function another(kind: 'uniswap-v2' | 'uniswap-v3'): Promise<string> {
    const { client } = node;
    const bytecode = await client.getCode({ address: factories()[kind] });
    const address = `0x${'fa'.repeat(19)}0${kind.slice(-1)}` as const;
    await client.setCode({ address, bytecode: bytecode ?? '0x' });
    return address;
  }
});
