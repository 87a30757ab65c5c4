import {
  depositAddressesAbi,
  depositoryAbi,
  fillerAbi,
  routerAbi,
  testBridgeAbi,
  testTokenAbi,
  testUsdcAbi,
} from '@portage/contracts';
import {
  depositAddressesBytecode,
  depositoryBytecode,
  fillerBytecode,
  routerBytecode,
  testBridgeBytecode,
  testTokenBytecode,
  testUsdcBytecode,
  wethBytecode,
} from '@portage/contracts/bytecode';
import { encodeDeployData, getContractAddress, type Hex } from 'viem';
import type { NodeClient } from '../node/connect.js';
import { deriveBridgeRelayer, type DevnetAccount, type Role } from './deriveAccounts.js';
import { sendBatch } from './sendBatch.js';

/** Addresses of the deployed contracts, the same on every chain of a devnet. */
export interface Deployment {
  readonly depository: Hex;
  readonly filler: Hex;
  readonly callRunner: Hex;
  readonly router: Hex;
  readonly approvalProxy: Hex;
  readonly depositAddresses: Hex;
  readonly usdc: Hex;
  readonly weth: Hex;
  readonly dai: Hex;
  readonly wbtc: Hex;
  /** Token that the solver holds little of but on one chain. */
  readonly usdt: Hex;
  /** This chain's end of the canonical bridge. */
  readonly bridge: Hex;
  /**
   * Block that holds the contracts. Its hash is unique, because it also holds the devnet's random
   * id.
   */
  readonly block: { readonly height: number; readonly hash: Hex };
}

/** Token that comes over the canonical bridge. */
export const bridgedToken = { name: 'Test Tether', symbol: 'tUSDT', decimals: 6 } as const;

/** What the canonical bridge keeps, and how long a transfer takes. */
export const bridgeTerms = { feeBps: 5, delaySeconds: 5 } as const;

/** Tokens that only the pools trade. */
export const testTokens = {
  dai: { name: 'Test Dai', symbol: 'tDAI', decimals: 18 },
  wbtc: { name: 'Test Wrapped BTC', symbol: 'tWBTC', decimals: 8 },
} as const;

const reclaimDelaySeconds = 96n * 3600n;
const limitWindowSeconds = 3600;
const unlimited = 2n ** 208n - 1n;

/** Deploys the contracts as the owner, in one block. */
export async function deployContracts(
  client: NodeClient,
  roles: Readonly<Record<Role, DevnetAccount>>,
  devnetId: Hex,
): Promise<Deployment> {
  const owner = roles.owner.address;
  const created = (nonce: bigint): Hex => getContractAddress({ from: owner, nonce });
  // The order of the transactions decides the addresses.
  const addresses = {
    usdc: created(0n),
    weth: created(1n),
    depository: created(2n),
    filler: created(3n),
    dai: created(4n),
    wbtc: created(5n),
    router: created(6n),
    depositAddresses: created(7n),
    usdt: created(8n),
    bridge: created(9n),
  };
  const receipts = await sendBatch(client, roles.owner, [
    ...creations(roles, addresses.depository).map((data) => ({ data })),
    { to: owner, data: devnetId },
  ]);
  const last = receipts.at(-1);
  if (last === undefined) throw new Error('A batch has a receipt for each of its transactions.');
  return {
    ...addresses,
    callRunner: await client.readContract({
      address: addresses.filler,
      abi: fillerAbi,
      functionName: 'RUNNER',
    }),
    approvalProxy: await client.readContract({
      address: addresses.router,
      abi: routerAbi,
      functionName: 'PROXY',
    }),
    block: { height: Number(last.blockNumber), hash: last.blockHash },
  };
}

/** Creation code with its arguments, one for each contract, in the order of the owner's nonces. */
function creations(
  { owner, allocator, guardian }: Readonly<Record<Role, DevnetAccount>>,
  depository: Hex,
): readonly Hex[] {
  const limit = { capacity: unlimited, window: limitWindowSeconds };
  return [
    encodeDeployData({ abi: testUsdcAbi, bytecode: testUsdcBytecode, args: [owner.address] }),
    wethBytecode,
    encodeDeployData({
      abi: depositoryAbi,
      bytecode: depositoryBytecode,
      args: [owner.address, allocator.address, guardian.address, reclaimDelaySeconds, limit, []],
    }),
    encodeDeployData({ abi: fillerAbi, bytecode: fillerBytecode, args: [depository] }),
    ...[testTokens.dai, testTokens.wbtc].map(({ name, symbol, decimals }) =>
      encodeDeployData({
        abi: testTokenAbi,
        bytecode: testTokenBytecode,
        args: [name, symbol, decimals, owner.address],
      }),
    ),
    encodeDeployData({ abi: routerAbi, bytecode: routerBytecode, args: [depository] }),
    encodeDeployData({
      abi: depositAddressesAbi,
      bytecode: depositAddressesBytecode,
      args: [depository],
    }),
    encodeDeployData({
      abi: testTokenAbi,
      bytecode: testTokenBytecode,
      args: [bridgedToken.name, bridgedToken.symbol, bridgedToken.decimals, owner.address],
    }),
    encodeDeployData({
      abi: testBridgeAbi,
      bytecode: testBridgeBytecode,
      args: [
        deriveBridgeRelayer().address,
        BigInt(bridgeTerms.feeBps),
        BigInt(bridgeTerms.delaySeconds),
      ],
    }),
  ];
}
