import { testGasOracleAbi, testUsdcAbi, wethAbi } from '@portage/contracts';
import { testGasOracleBytecode, testUsdcBytecode, wethBytecode } from '@portage/contracts/bytecode';
import { networks, type EvmNetwork } from '@portage/networks';
import {
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  http,
  numberToHex,
  zeroAddress,
  type Abi,
  type Hex,
} from 'viem';
import { canonicalCode } from '../../../devnet/src/contracts/vendored/canonical.js';
import { startAnvil, type Anvil } from '../../../../packages/service/evm-chain/test/startAnvil.js';
import { putPools, type TrialPool } from './pools.js';
import { accounts } from '../../../../packages/service/evm-chain/test/accounts.js';

/** A fresh node that has the id of a real network, and what stands on that network already. */
export interface TrialNetwork extends Anvil {
  readonly slug: string;
  readonly chainId: number;
  /** Address of USDC on the real network. */
  readonly usdc: Hex;
  /** Pools of USDC and the wrapped currency, one of each venue of the preset. */
  readonly pools: readonly TrialPool[];
  /** Address of an account, and what it gets: whole units of native currency, and of USDC. */
  give(account: Hex, amounts: { readonly native: bigint; readonly usdc?: bigint }): Promise<void>;
}

/** Account that has money on every such node. */
const rich = accounts.owner;

/** Seconds between blocks of networks that take longer. */
const blockSecondsMax = 1;

/** Oracles of data fees at the addresses that every rollup of a kind has. */
const oracles: Readonly<Record<string, Hex>> = {
  'op-stack': '0x420000000000000000000000000000000000000F',
  arbitrum: '0x000000000000000000000000000000000000006C',
};

/**
 * Starts a node for each network. USDC, wrapped native currency, Multicall3, Permit2, the oracle of
 * data fees, and Uniswap with a pool of each venue are put at the addresses that they really have;
 * what the operator creates is not there, not even the factory of `CREATE2`.
 */
export async function startNetworks(slugs: readonly string[]): Promise<readonly TrialNetwork[]> {
  return Promise.all(slugs.map(startNetwork));
}

async function startNetwork(slug: string): Promise<TrialNetwork> {
  const network = networkOf(slug);
  const blockTime = Math.min(blockSecondsMax, network.blockSeconds ?? blockSecondsMax);
  const anvil = await startAnvil({ chainId: network.id, blockTime, isBare: true });
  const put = (address: string, code: Hex): Promise<unknown> =>
    anvil.rpc('anvil_setCode', [address, code]);
  for (const { address, bytecode } of canonicalCode) await put(address, bytecode);
  const usdc = addressOf(network, 'usdc');
  await put(usdc, await codeOf(anvil, testUsdcAbi, testUsdcBytecode, [rich.address]));
  const { wrappedNative } = network.contracts;
  if (wrappedNative !== undefined)
    await put(wrappedNative, await codeOf(anvil, wethAbi, wethBytecode, []));
  const oracle = oracles[network.dataFee];
  if (oracle !== undefined)
    await put(oracle, await codeOf(anvil, testGasOracleAbi, testGasOracleBytecode, []));
  const client = createPublicClient({ transport: http(anvil.rpcUrl), pollingInterval: 100 });
  // Code that is put has no owner yet, and the zero address is the one that may mint.
  await anvil.rpc('anvil_impersonateAccount', [zeroAddress]);
  await anvil.rpc('anvil_setBalance', [zeroAddress, numberToHex(10n ** 18n)]);
  const minter = createWalletClient({ account: zeroAddress, transport: http(anvil.rpcUrl) });
  const node: Omit<TrialNetwork, 'pools'> = {
    ...anvil,
    slug,
    chainId: network.id,
    usdc,
    give: async (account, { native, usdc: dollars = 0n }) => {
      await anvil.rpc('anvil_setBalance', [account, numberToHex(native * 10n ** 18n)]);
      if (dollars === 0n) return;
      const hash = await minter.writeContract({
        chain: null,
        address: usdc,
        abi: testUsdcAbi,
        functionName: 'mint',
        args: [account, dollars * 10n ** 6n],
      });
      const { status } = await client.waitForTransactionReceipt({ hash });
      if (status !== 'success') throw new Error(`No USDC could be made on ${slug}.`);
    },
  };
  if (wrappedNative === undefined || network.venues.length < 2) return { ...node, pools: [] };
  await node.give(rich.address, { native: 100_000n, usdc: 2_000_000n });
  return { ...node, pools: await putPools(anvil, network, { usdc, weth: hexOf(wrappedNative) }) };
}

/** Code that a deployment of a contract leaves behind. */
async function codeOf(
  { rpcUrl }: Anvil,
  abi: Abi,
  bytecode: Hex,
  args: readonly unknown[],
): Promise<Hex> {
  const client = createPublicClient({ transport: http(rpcUrl), pollingInterval: 100 });
  const wallet = createWalletClient({ account: rich, transport: http(rpcUrl) });
  const data = encodeDeployData({ abi, bytecode, args });
  const hash = await wallet.sendTransaction({ chain: null, data });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  const code = await client.getCode({ address: contractAddress ?? '0x' });
  return code ?? '0x';
}

function networkOf(slug: string): EvmNetwork {
  const found = networks.find((network) => network.slug === slug);
  if (found?.vm !== 'evm') throw new Error(`There is no EVM network "${slug}".`);
  return found;
}

function addressOf({ tokens }: EvmNetwork, id: string): Hex {
  const address = tokens[id]?.address;
  if (address?.startsWith('0x') !== true) throw new Error(`The network has no ${id}.`);
  return hexOf(address);
}

function hexOf(address: string): Hex {
  return `0x${address.slice(2)}`;
}
