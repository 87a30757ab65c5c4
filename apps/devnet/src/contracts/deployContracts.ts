import {
  depositAddressesAbi,
  depositoryAbi,
  fillerAbi,
  routerAbi,
  testTokenAbi,
  testUsdcAbi,
} from '@portage/contracts';
import {
  depositAddressesBytecode,
  depositoryBytecode,
  fillerBytecode,
  routerBytecode,
  testTokenBytecode,
  testUsdcBytecode,
  wethBytecode,
} from '@portage/contracts/bytecode';
import { encodeDeployData, getContractAddress, type Hex } from 'viem';
import type { NodeClient } from '../node/connect.js';
import type { DevnetAccount, Role } from './deriveAccounts.js';
import { sendBatch } from './sendBatch.js';

/** Addresses of what was deployed on a chain; they are the same on every chain of a devnet. */
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
  /**
   * The block that holds the contracts. Its hash is unique: it also holds the devnet's random id.
   */
  readonly block: { readonly height: number; readonly hash: Hex };
}

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
  const [usdc, weth, depository, filler, dai, wbtc, router, depositAddresses] = [
    created(0n),
    created(1n),
    created(2n),
    created(3n),
    created(4n),
    created(5n),
    created(6n),
    created(7n),
  ] as const;
  const limit = { capacity: unlimited, window: limitWindowSeconds };
  const receipts = await sendBatch(client, roles.owner, [
    { data: encodeDeployData({ abi: testUsdcAbi, bytecode: testUsdcBytecode, args: [owner] }) },
    { data: wethBytecode },
    {
      data: encodeDeployData({
        abi: depositoryAbi,
        bytecode: depositoryBytecode,
        args: [
          owner,
          roles.allocator.address,
          roles.guardian.address,
          reclaimDelaySeconds,
          limit,
          [],
        ],
      }),
    },
    { data: encodeDeployData({ abi: fillerAbi, bytecode: fillerBytecode, args: [depository] }) },
    ...[testTokens.dai, testTokens.wbtc].map(({ name, symbol, decimals }) => ({
      data: encodeDeployData({
        abi: testTokenAbi,
        bytecode: testTokenBytecode,
        args: [name, symbol, decimals, owner],
      }),
    })),
    { data: encodeDeployData({ abi: routerAbi, bytecode: routerBytecode, args: [depository] }) },
    {
      data: encodeDeployData({
        abi: depositAddressesAbi,
        bytecode: depositAddressesBytecode,
        args: [depository],
      }),
    },
    { to: owner, data: devnetId },
  ]);
  const callRunner = await client.readContract({
    address: filler,
    abi: fillerAbi,
    functionName: 'RUNNER',
  });
  const approvalProxy = await client.readContract({
    address: router,
    abi: routerAbi,
    functionName: 'PROXY',
  });
  const last = receipts.at(-1);
  if (last === undefined) throw new Error('A batch has a receipt for each of its transactions.');
  return {
    depository,
    filler,
    callRunner,
    router,
    approvalProxy,
    depositAddresses,
    usdc,
    weth,
    dai,
    wbtc,
    block: { height: Number(last.blockNumber), hash: last.blockHash },
  };
}
