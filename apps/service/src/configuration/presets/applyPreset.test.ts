import { zeroAddress } from '@portage/core';
import { networks } from '@portage/networks';
import { describe, expect, test } from 'vitest';
import { allocator, chain, input, solver } from '../../../test/smallConfiguration.js';
import { prepareChains } from '../../prepareChains.js';
import { builtinVms } from '../../vms.js';
import { parseConfiguration, type Configuration } from '../configuration.js';
import { logPresets } from './logPresets.js';

const rpcUrls = ['https://rpc.example/', 'https://rpc.another.example.org/'];
const contracts = { depository: zeroAddress, filler: zeroAddress };
const key = '2'.repeat(64);
/** Members that every configuration names itself, by family. */
const own: Readonly<Record<string, object>> = {
  evm: { contracts },
  svm: { programs: { depository: '1'.repeat(32), filler: '1'.repeat(32) } },
  bvm: { startHeight: 900_000 },
  lvm: {},
};

function parse(...chains: readonly object[]): Configuration {
  return parseConfiguration({ ...input, chains });
}

function refusal(...chains: readonly object[]): unknown {
  try {
    return parse(...chains);
  } catch (error) {
    return error;
  }
}

describe('a chain that names its network', () => {
  test.each(networks)('has the rest filled in: $slug', (network) => {
    const { chains } = parse({ network: network.slug, rpcUrls, ...own[network.vm] });
    expect(chains[0]).toMatchObject({
      vm: network.vm,
      id: network.id,
      slug: network.slug,
      name: network.name,
      finality: network.finality.tiers,
      fillUsdMax: network.fees.fillUsdMax,
    });
    const family = builtinVms.find(({ name }) => name === network.vm);
    expect(() => family?.prepare(chains[0])).not.toThrow();
  });

  test('opens without finality, where a chain without a network is refused', async () => {
    const prepare = (given: object): ReturnType<typeof prepareChains> =>
      prepareChains(parse(given), { vms: builtinVms, swapSources: [] });
    const [polygon] = prepare({ network: 'polygon', rpcUrls, contracts });
    const facts = await polygon?.opener.describe({ solver, allocator });
    expect(facts?.id).toBe(137);
    expect(() => prepare({ ...chain, finality: undefined })).toThrow(/finality/);
  });

  test('has the floor of tips, the oracle of data and the contracts of its network', () => {
    const { chains } = parse(
      { network: 'polygon', rpcUrls, contracts },
      { network: 'base', rpcUrls, contracts },
    );
    expect(chains[0]).toMatchObject({ tipMin: '25000000000', dataFee: 'none' });
    expect(chains[1]).toMatchObject({
      dataFee: { kind: 'op-stack' },
      contracts: {
        ...contracts,
        multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
        wrappedNative: '0x4200000000000000000000000000000000000006',
      },
    });
    expect(chains[1]?.['tipMin']).toBeUndefined();
  });

  test('keeps what is written, and says what differs', () => {
    const written = {
      network: 'polygon',
      rpcUrls,
      tipMin: '30000000000',
      slug: 'pol',
      contracts: { ...contracts, multicall3: zeroAddress },
      assets: ['pol', { id: 'usdc', decimals: 7 }],
    };
    const { chains, presets } = parse(written);
    expect(chains[0]).toMatchObject({
      tipMin: '30000000000',
      slug: 'pol',
      id: 137,
      contracts: { multicall3: zeroAddress },
      assets: [
        { id: 'pol', decimals: 18 },
        { id: 'usdc', symbol: 'USDC', decimals: 7 },
      ],
    });
    const lines: unknown[] = [];
    logPresets({ presets }, { info: (line: unknown) => lines.push(line) } as never);
    expect(lines).toMatchObject([
      { chain: 'pol', network: 'polygon', member: 'slug', written: 'pol', preset: 'polygon' },
      { member: 'tipMin', written: '30000000000', preset: '25000000000' },
      { member: 'contracts.multicall3', written: zeroAddress },
      { member: 'assets.usdc.decimals', written: 7, preset: 6 },
      { member: 'assets', written: ['pol', 'usdc'] },
    ]);
  });

  test('says nothing where all is as the network has it', () => {
    const { presets } = parse({
      network: 'base',
      rpcUrls,
      id: 8453,
      dataFee: { kind: 'op-stack' },
      contracts: { ...contracts, multicall3: '0xca11bde05977b3631167028862be2a173976ca11' },
    });
    expect(presets).toEqual([{ chain: 'base', network: 'base', differences: [] }]);
  });

  test('has permits only where a router takes them', () => {
    const permitOf = ({ chains }: Configuration): unknown =>
      (chains[0]?.['assets'] as readonly Record<string, unknown>[])[1]?.['permit'];
    expect(permitOf(parse({ network: 'base', rpcUrls, contracts }))).toBeUndefined();
    const routed = { ...contracts, router: zeroAddress, approvalProxy: zeroAddress };
    expect(permitOf(parse({ network: 'base', rpcUrls, contracts: routed }))).toEqual({
      kind: 'eip3009',
      name: 'USD Coin',
      version: '2',
    });
  });

  test('has the feeds of Chainlink that are named by their pairs', () => {
    const feed = `0x${'fe'.repeat(20)}`;
    const assets = { eth: { pair: 'ETH/USD' }, own: { feed, heartbeatSeconds: 60 } };
    const named = { network: 'base', rpcUrls, contracts, chainlink: { assets } };
    expect(parse(named).chains[0]?.['chainlink']).toEqual({
      sequencer: '0xBCF85224fc0756B9Fa45aA7892530B47e10b6433',
      assets: {
        eth: {
          pair: 'ETH/USD',
          feed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
          heartbeatSeconds: 1_200,
        },
        own: assets.own,
      },
    });
    const other = { ...named, chainlink: { assets: { eth: { pair: 'ETH/EUR' } } } };
    expect(() => parse(other)).toThrow('the network has no feed "ETH/EUR"');
  });

  test('has router and factory of a venue, where the operator names pools alone', () => {
    const swapSources = [{ id: 'uniswap-v3', pools: [zeroAddress] }];
    const pool = { kind: 'uniswap-v2', pool: zeroAddress };
    const poolPrices = { assets: { eth: pool } };
    const { chains } = parse({ network: 'base', rpcUrls, contracts, swapSources, poolPrices });
    expect(chains[0]?.['poolPrices']).toEqual({
      assets: { eth: { ...pool, factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6' } },
    });
    expect(chains[0]?.['swapSources']).toEqual([
      {
        id: 'uniswap-v3',
        kind: 'uniswap-v3',
        pools: [zeroAddress],
        factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
        router: '0x2626664c2603336E57B271c5C0b26F421741e481',
      },
    ]);
  });

  test.each([
    ['an unknown one', { network: 'bsae' }, 'chains.0.network', 'Did you mean "base"?'],
    ['no text', { network: 8453 }, 'chains.0.network', 'There are:'],
    ['of another family', { network: 'solana', vm: 'evm' }, 'chains.0.vm', 'Leave vm out'],
    ['with another id', { network: 'base', id: 10 }, 'chains.0.id', 'Leave id out'],
    [
      'with another cluster',
      { network: 'solana', genesisHash: key },
      'chains.0.genesisHash',
      'Leave genesisHash out',
    ],
    ['with another circuit', { network: 'lighter', circuitId: 300 }, 'chains.0.circuitId', 'Leave'],
    [
      'with an asset it has not',
      { network: 'base', assets: ['usdx'] },
      'chains.0.assets.0',
      'eth,',
    ],
    ['of Bitcoin, without its family', { network: 'mainnet' }, 'chains.0.network', 'There are:'],
  ])('is refused where it is %s', (_what, given, path, hint) => {
    const error = refusal({ rpcUrls, ...given });
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', details: [{ path }] });
    expect(error).toMatchObject({ hint: expect.stringContaining(hint) as string });
  });

  test('leaves chains alone that mean something else by the word', () => {
    const plugin = { vm: 'mychain', network: 'base' };
    const kind = { vm: 'bvm', network: 'regtest', devnet: true };
    const { chains, presets } = parse(plugin, kind, chain);
    expect(chains).toEqual([plugin, kind, { ...chain, vm: 'evm' }]);
    expect(presets).toBeUndefined();
  });

  test('on a devnet waits for nobody to tell the price of data', () => {
    const { chains } = parse({ network: 'base', devnet: true, rpcUrls: [rpcUrls[0]], contracts });
    expect(chains[0]?.['dataFee']).toBeUndefined();
  });
});
