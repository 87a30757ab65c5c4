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
import { deriveBridgeRelayer, type DevnetAccount, type Role } from './deriveAccounts.js';
import type { Batch } from './sendBatch.js';

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
}

/** Token that comes over the canonical bridge. */
export const bridgedToken = { name: 'Test Tether', symbol: 'tUSDT', decimals: 6 } as const;

/** Fee of the canonical bridge, and delay of its transfers. */
export const bridgeTerms = { feeBps: 5, delaySeconds: 5 } as const;

/** Tokens that only the pools trade. */
export const testTokens = {
  dai: { name: 'Test Dai', symbol: 'tDAI', decimals: 18 },
  wbtc: { name: 'Test Wrapped BTC', symbol: 'tWBTC', decimals: 8 },
} as const;

const reclaimDelaySeconds = 96n * 3600n;
const limitWindowSeconds = 3600;
const unlimited = 2n ** 208n - 1n;

/** Plans the deployment of the contracts by the owner, in one block. */
export function planContracts(roles: Readonly<Record<Role, DevnetAccount>>): {
  readonly deployment: Deployment;
  readonly batch: Batch;
} {
  const created = (from: Hex, nonce: bigint): Hex => getContractAddress({ from, nonce });
  const byOwner = (nonce: bigint): Hex => created(roles.owner.address, nonce);
  // The order of the transactions decides the addresses.
  const depository = byOwner(2n);
  const filler = byOwner(3n);
  const router = byOwner(6n);
  return {
    deployment: {
      usdc: byOwner(0n),
      weth: byOwner(1n),
      depository,
      filler,
      router,
      dai: byOwner(4n),
      wbtc: byOwner(5n),
      depositAddresses: byOwner(7n),
      usdt: byOwner(8n),
      bridge: byOwner(9n),
      // Each is the first contract that another one creates.
      callRunner: created(filler, 1n),
      approvalProxy: created(router, 1n),
    },
    batch: {
      sender: roles.owner,
      transactions: creations(roles, depository).map((data) => ({ data })),
    },
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
