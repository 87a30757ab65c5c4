import { wethAbi } from '@portage/contracts';
import type { EvmNetwork } from '@portage/networks';
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  zeroAddress,
  type Hex,
} from 'viem';
import type { PoolPlan } from '../../../devnet/src/contracts/uniswap/poolPlans.js';
import {
  createUniswap,
  describePool,
  fillPool,
} from '../../../devnet/src/contracts/uniswap/planUniswap.js';
import type { Anvil } from '../../../../packages/service/evm-chain/test/startAnvil.js';
import type { BatchTransaction } from '../../../devnet/src/contracts/sendBatch.js';
import { accounts } from '../../../../packages/service/evm-chain/test/accounts.js';

/** A pool that stands on a network, and the venue of the preset that it is of. */
export interface TrialPool {
  readonly venue: string;
  readonly address: Hex;
}

/** Tokens of the pools. */
interface Pair {
  readonly usdc: Hex;
  readonly weth: Hex;
}

const owner = accounts.owner;

/** Gas of every transaction; that of the creation of a factory or a pool is below. */
const gas = 8_000_000n;

/** Units of wrapped currency: more than what the pools hold. */
const wrapped = parseEther('1000');

const factoryAbi = parseAbi(['function enableFeeAmount(uint24 fee, int24 tickSpacing)']);

const plans: Readonly<Record<EvmNetwork['venues'][number]['kind'], PoolPlan>> = {
  'uniswap-v2': { kind: 'v2', tokens: ['weth', 'usdc'], usd: 500_000n },
  'uniswap-v3': {
    kind: 'v3',
    tokens: ['weth', 'usdc'],
    feePips: 500,
    ranges: [{ factor: undefined, usd: 1_000_000n }],
  },
};

/**
 * Puts the factories and the router of Uniswap at the addresses that the network really has, and
 * creates a pool of each venue with them. The owner must hold USDC for its half of the liquidity.
 *
 * @throws Error where a transaction reverts, or a pool has another address than its factory's
 */
export async function putPools(
  anvil: Anvil,
  { venues }: EvmNetwork,
  { usdc, weth }: Pair,
): Promise<readonly TrialPool[]> {
  const factoryOf = (kind: string): Hex => hex(venues.find((each) => each.kind === kind)?.factory);
  const [v2Factory, v3Factory] = [factoryOf('uniswap-v2'), factoryOf('uniswap-v3')];
  const send = sender(anvil);
  const create = (...args: Parameters<typeof createUniswap>): Promise<Hex> =>
    send(createUniswap(...args)).then(hex);
  const place = async (address: Hex, created: Hex): Promise<void> => {
    const code = await anvil.rpc('eth_getCode', [created, 'latest']);
    // The V3 factory refuses calls by other code: it keeps its own address among its immutables.
    const own = String(code)
      .toLowerCase()
      .replaceAll(created.slice(2).toLowerCase(), address.slice(2));
    await anvil.rpc('anvil_setCode', [address, own]);
  };
  await place(v2Factory, await create('v2Factory', zeroAddress));
  await place(v3Factory, await create('v3Factory'));
  // Code that is put has no owner and no fees yet; the zero address is its owner.
  const enable = { abi: factoryAbi, functionName: 'enableFeeAmount', args: [500, 10] } as const;
  await send({ to: v3Factory, data: encodeFunctionData(enable) }, zeroAddress);
  const v2Router = await create('v2Router', v2Factory, weth);
  const positionManager = await create('v3PositionManager', v3Factory, weth, zeroAddress);
  const router = await create('swapRouter', v2Factory, v3Factory, positionManager, weth);
  await place(hex(venues[0]?.router), router);
  const deposit = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' });
  await send({ to: weth, data: deposit, value: wrapped });
  for (const spender of [v2Router, positionManager])
    for (const token of [usdc, weth]) await send({ to: token, data: approval(spender) });
  const tokens = { usdc, weth };
  const pools: TrialPool[] = [];
  for (const { id, kind } of venues) {
    const filling = { tokens, owner: owner.address, v2Router, positionManager };
    await send(fillPool(plans[kind], filling));
    const { address } = describePool(plans[kind], { tokens, v2Factory, v3Factory });
    pools.push({ venue: id, address });
  }
  return pools;
}

/** Sends a transaction and waits for it; gives the address of what it created. */
function sender({
  rpcUrl,
}: Anvil): (sent: BatchTransaction, from?: Hex) => Promise<Hex | undefined> {
  const client = createPublicClient({ transport: http(rpcUrl), pollingInterval: 100 });
  return async (sent, from) => {
    const account = from ?? owner;
    const wallet = createWalletClient({ account, transport: http(rpcUrl) });
    const hash = await wallet.sendTransaction({ chain: null, gas, ...sent });
    const { status, contractAddress } = await client.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`A transaction to ${String(sent.to)} reverted.`);
    return contractAddress ?? undefined;
  };
}

function approval(spender: Hex): Hex {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, maxUint256],
  });
}

function hex(address: string | undefined): Hex {
  if (address?.startsWith('0x') !== true) throw new Error('The network has no such contract.');
  return `0x${address.slice(2)}`;
}
