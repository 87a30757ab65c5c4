import type { Chain } from '@portage/core/chain';
import { createDevnet, evmChain, type Devnet } from '@portage/devnet';
import { startFaultProxy } from '@portage/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EvmPermitConfig } from './chainConfig.js';
import { openEvm } from '../test/openEvm.js';

const id = 10;
const native = {
  id: 'eth',
  symbol: 'ETH',
  name: 'Ether',
  address: '0x0000000000000000000000000000000000000000',
  decimals: 18,
};
const closing = new AbortController();
let devnet: Devnet;

beforeAll(async () => {
  devnet = await createDevnet({
    chains: [{ id, slug: 'optimism', name: 'OP Mainnet' }],
    ports: [0],
    controlPort: 0,
    accounts: 1,
  });
});
afterAll(async () => {
  closing.abort();
  await devnet.close();
});

/** Opens the chain with permits as an operator may have written them. */
function open({
  plain,
  ...permits
}: {
  readonly usdc?: EvmPermitConfig;
  readonly dai?: EvmPermitConfig;
  readonly weth?: EvmPermitConfig;
  readonly plain?: EvmPermitConfig;
}): Promise<Chain> {
  const { rpcUrl, wsUrl, contracts, tokens, uniswap } = evmChain(devnet.description, id);
  const assets = { usdc: tokens.usdc, weth: tokens.weth, dai: uniswap.tokens.dai };
  return openEvm(
    {
      id,
      slug: 'optimism',
      name: 'optimism',
      rpcUrls: [rpcUrl],
      devnet: true,
      wsUrl,
      contracts,
      assets: [
        native,
        ...(['usdc', 'weth', 'dai'] as const).map((name) => ({
          id: name,
          ...assets[name],
          permit: permits[name],
        })),
        {
          id: 'plain',
          symbol: 'PLAIN',
          name: 'Plain',
          address: contracts.depositAddresses,
          decimals: 0,
          permit: plain,
        },
      ],
    },
    closing.signal,
  );
}

const offered = ({ assets, deposit }: Chain): readonly string[] =>
  assets
    .filter(({ address }) => deposit?.permits?.gas({ currency: address }) !== undefined)
    .map(({ symbol }) => symbol);
const shown = ({ assets }: Chain): readonly string[] =>
  assets.filter(({ supportsPermit }) => supportsPermit).map(({ symbol }) => symbol);

describe('the EIP-712 domains of tokens that are paid with by signature', () => {
  test('as they are on the chain: all are offered, without a word', async () => {
    const chain = await open({
      usdc: { kind: 'eip3009', name: 'USD Coin', version: '2' },
      dai: { kind: 'eip2612', name: 'Test Dai', version: '1' },
      weth: { kind: 'permit2' },
    });
    expect(offered(chain)).toEqual(['USDC', 'WETH', 'tDAI']);
    expect(shown(chain)).toEqual(['USDC', 'tDAI']);
    expect(chain.warnings).toBeUndefined();
  });

  test('with another version or name: that token is not offered, and the chain says why', async () => {
    const { tokens } = evmChain(devnet.description, id);
    const chain = await open({
      usdc: { kind: 'eip3009', name: 'USD Coin', version: '1' },
      dai: { kind: 'eip2612', name: 'Dai Stablecoin', version: '1' },
      weth: { kind: 'permit2' },
    });
    expect(offered(chain)).toEqual(['WETH']);
    expect(shown(chain)).toEqual([]);
    expect(chain.warnings).toHaveLength(2);
    expect(chain.warnings?.[0]).toMatch(
      /eip3009.*is not the one with the name "USD Coin" and version "1"/,
    );
    expect(chain.warnings?.[0]).toContain(tokens.usdc.address.toLowerCase());
    expect(chain.warnings?.[1]).toMatch(/eip2612.*"Dai Stablecoin"/);
    const { usdc } = tokens;
    expect(() =>
      chain.deposit?.permits?.offer({
        requestId: `0x${'01'.repeat(32)}`,
        orderId: `0x${'02'.repeat(32)}`,
        payer: `0x${'03'.repeat(20)}`,
        currency: usdc.address.toLowerCase(),
        amount: 1n,
        expiresAt: 1,
      }),
    ).toThrow(/cannot be taken with a signature/);
  });

  test('that the contract does not tell of: it is not offered, either', async () => {
    const chain = await open({ plain: { kind: 'eip2612', name: 'Plain', version: '1' } });
    expect(offered(chain)).toEqual([]);
    expect(chain.warnings?.[0]).toMatch(/tells of no EIP-712 domain/);
  });
});

test('an endpoint that cannot show what a call would tell: deposits without gas are not offered', async () => {
  const { rpcUrl, wsUrl, contracts, tokens } = evmChain(devnet.description, id);
  const { solver, allocator } = devnet.description.roles;
  const proxy = await startFaultProxy({ target: rpcUrl });
  const assets = [native, { id: 'usdc', ...tokens.usdc }];
  const openThere = (): Promise<Chain> =>
    openEvm(
      {
        id,
        slug: 'optimism',
        name: 'optimism',
        rpcUrls: [proxy.url],
        devnet: true,
        wsUrl,
        contracts,
        assets,
      },
      closing.signal,
      { solver: solver.privateKey, allocator: allocator.privateKey },
    );
  const able = await openThere();
  expect(able.deposit?.gasless).toBeDefined();
  expect(able.warnings).toBeUndefined();
  proxy.set([
    {
      type: 'rpcError',
      code: -32601,
      message: 'the method eth_simulateV1 does not exist',
      methods: ['eth_simulateV1'],
    },
  ]);
  const unable = await openThere();
  expect(unable.deposit?.gasless).toBeUndefined();
  expect(unable.spend).toBeDefined();
  expect(unable.warnings).toEqual([expect.stringContaining('eth_simulateV1')]);
  await proxy.close();
});

test('H8: a chain that one endpoint alone tells of is refused, unless it is a devnet', async () => {
  const { rpcUrl, contracts } = evmChain(devnet.description, id);
  const settings = { id, slug: 'optimism', name: 'optimism', rpcUrls: [rpcUrl], contracts };
  const openWith = (devnet: boolean): Promise<Chain> =>
    // The nodes have no oracle of a rollup.
    openEvm({ ...settings, devnet, dataFee: 'none', assets: [native] }, closing.signal);
  await expect(async () => openWith(false)).rejects.toMatchObject({
    details: [{ path: 'rpcUrls' }, { path: 'finality' }],
  });
  expect((await openWith(true)).warnings).toBeUndefined();
});
