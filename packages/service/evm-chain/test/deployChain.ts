import { depositAddressesAbi, depositoryAbi, fillerAbi, testUsdcAbi } from '@portage/contracts';
import {
  depositAddressesBytecode,
  depositoryBytecode,
  fillerBytecode,
  testUsdcBytecode,
} from '@portage/contracts/bytecode';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeDeployData,
  http,
  type Abi,
  type Chain,
  type Hex,
  type PublicClient,
} from 'viem';
import type { FamilyKeys } from '@portage/core/plugin';
import { accounts } from './accounts.js';
import { startAnvil, type Anvil } from './startAnvil.js';
import type { EvmChainConfig } from '../src/index.js';

/** A node with our contracts and a token on it. */
export interface TestChain extends Anvil {
  readonly depository: Hex;
  readonly filler: Hex;
  readonly depositAddresses: Hex;
  readonly usdc: Hex;
  readonly chain: Chain;
  readonly client: PublicClient;
  /** The configuration that opens it. */
  readonly config: EvmChainConfig;
  /** Keys of the operator. */
  readonly keys: FamilyKeys;
}

/** The last amount that counts as unlimited in the depository. */
const unlimited = 2n ** 208n - 1n;
const day = 86_400n;

/**
 * Starts a node and deploys the real contracts; the solver and the user hold a million of the token
 * each.
 */
export async function deployChain({
  chainId = 8453,
  slug = 'base',
  blockTime = 0.2,
}: { chainId?: number; slug?: string; blockTime?: number } = {}): Promise<TestChain> {
  const anvil = await startAnvil({ chainId, blockTime });
  const chain = defineChain({
    id: chainId,
    name: slug,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.rpcUrl] } },
  });
  const client = createPublicClient({
    chain,
    transport: http(anvil.rpcUrl),
    pollingInterval: 50,
    cacheTime: 0,
  }) as PublicClient;
  const owner = createWalletClient({
    account: accounts.owner,
    chain,
    transport: http(anvil.rpcUrl),
  });
  const mined = async (hash: Hex): Promise<Hex> => {
    const receipt = await client.waitForTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Error('set-up transaction reverted');
    return receipt.contractAddress ?? '0x';
  };
  const deploy = async (abi: Abi, bytecode: Hex, args: readonly unknown[]): Promise<Hex> =>
    mined(await owner.sendTransaction({ data: encodeDeployData({ abi, bytecode, args }) }));
  const [o, allocator] = [accounts.owner.address, accounts.allocator.address];
  const depository = await deploy(depositoryAbi, depositoryBytecode, [
    o,
    allocator,
    o,
    14n * day,
    { capacity: unlimited, window: day },
    [],
  ]);
  const filler = await deploy(fillerAbi, fillerBytecode, [depository]);
  const depositAddresses = await deploy(depositAddressesAbi, depositAddressesBytecode, [
    depository,
  ]);
  const usdc = await deploy(testUsdcAbi, testUsdcBytecode, [o]);
  for (const account of [accounts.solver, accounts.user]) {
    await mined(
      await owner.writeContract({
        abi: testUsdcAbi,
        address: usdc,
        functionName: 'mint',
        args: [account.address, 1_000_000_000_000n],
      }),
    );
  }
  const config: EvmChainConfig = {
    id: chainId,
    slug,
    name: slug,
    rpcUrls: [anvil.rpcUrl],
    devnet: true,
    wsUrl: anvil.wsUrl,
    assets: [
      {
        id: 'eth',
        symbol: 'ETH',
        name: 'Ether',
        address: '0x0000000000000000000000000000000000000000',
        decimals: 18,
      },
      { id: 'usdc', symbol: 'USDC', name: 'USD Coin', address: usdc, decimals: 6 },
    ],
    contracts: { depository, filler, depositAddresses },
  };
  const keys = { solver: accounts.solver.privateKey, allocator: accounts.allocator.privateKey };
  return { ...anvil, depository, filler, depositAddresses, usdc, chain, client, config, keys };
}
