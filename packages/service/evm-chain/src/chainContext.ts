import { zeroAddress } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import type { Allocator, FamilyKeys } from '@portage/core/plugin';
import { readOperatorKeys, type Quorum, type Rpc } from '@portage/chain-kit';
import { permit2 } from '@portage/evm/contracts';
import { privateKeySchema, type ParsedChainConfig } from './chainConfig.js';
import type { Keccak } from '@portage/evm/abi';
import { dataOracleOf } from './gas/dataOracle.js';
import type { NamedContract } from './selfCheck.js';
import { createAllocator } from './spend/createAllocator.js';
import { createKey, type Key } from './spend/createKey.js';

/** Private keys of the operator; undefined keys are not configured. */
export interface ChainKeys {
  /** Sends transactions and holds the inventory. */
  readonly solver: Key | undefined;
  /** Signs releases from the depository. */
  readonly allocator: Allocator | undefined;
}

/** Parts that every feature of an opened chain shares. */
export interface ChainContext {
  readonly config: ParsedChainConfig;
  /** Currencies in canonical form, the native one first. */
  readonly assets: readonly [ChainAsset, ...ChainAsset[]];
  readonly keys: ChainKeys;
  readonly keccak: Keccak;
  readonly rpc: Rpc;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Reading of the chain that money may rest on. */
  readonly quorum: Quorum;
}

/** Opens the configured keys. @throws PortageError `INVALID_CONFIGURATION` */
export function openKeys(keys: FamilyKeys, keccak: Keccak): ChainKeys {
  const { solver, allocator } = readOperatorKeys(keys, { vm: 'evm', key: privateKeySchema });
  const open = (key: string | undefined): Key | undefined =>
    key === undefined ? undefined : createKey(key, keccak);
  const own = open(allocator);
  return {
    solver: open(solver),
    allocator: own === undefined ? undefined : createAllocator(own, keccak),
  };
}

/** Addresses of the tokens, without the native currency. */
export function tokenAddresses({ assets }: Pick<ChainContext, 'assets'>): readonly string[] {
  return assets.slice(1).map((token) => token.address);
}

/** Addresses of the tokens among these assets. */
export function bridgeTokens(
  { assets }: Pick<ChainContext, 'assets'>,
  ids: readonly string[],
): readonly string[] {
  return assets
    .slice(1)
    .filter(({ id }) => ids.includes(id))
    .map(({ address }) => address);
}

/** Contracts of the service on the chain, lower case. */
export function serviceContracts({ contracts }: ParsedChainConfig): readonly string[] {
  const { depository, filler, callRunner, router, approvalProxy, depositAddresses } = contracts;
  return [depository, filler, callRunner, router, approvalProxy, depositAddresses].filter(
    (contract) => contract !== undefined,
  );
}

/** Every contract that the settings name but pools, with its place in them. */
export function configuredContracts({
  contracts,
  assets,
  swapSources,
  bridges,
  ...config
}: ParsedChainConfig): readonly NamedContract[] {
  const oracle = dataOracleOf(config);
  return [
    ...(oracle === undefined ? [] : [{ path: 'dataFee.oracle', address: oracle.address }]),
    ...Object.entries(contracts).flatMap(([name, address]) =>
      typeof address === 'string' ? [{ path: `contracts.${name}`, address }] : [],
    ),
    ...assets.flatMap(({ address }, index) =>
      address === zeroAddress ? [] : [{ path: `assets.${String(index)}.address`, address }],
    ),
    ...bridges.map(({ contract }, index) => ({
      path: `bridges.${String(index)}.contract`,
      address: contract,
    })),
    ...swapSources.map(({ router }, index) => ({
      path: `swapSources.${String(index)}.router`,
      address: router,
    })),
  ];
}

/** Router and approval proxy of the chain; undefined where it has none. */
export function planContracts({
  contracts: { router, approvalProxy },
}: ParsedChainConfig): { readonly router: string; readonly approvalProxy: string } | undefined {
  return router === undefined || approvalProxy === undefined
    ? undefined
    : { router, approvalProxy };
}

/**
 * Accounts that hold or move money for the service, lower case: no call of an order may reach one,
 * and none may sign a delegation of an order.
 */
export function deniedTargets({
  config: { contracts },
  keys,
}: Pick<ChainContext, 'config' | 'keys'>): readonly string[] {
  const ours = Object.entries(contracts).flatMap(([name, address]) =>
    name === 'multicall3' || typeof address !== 'string' ? [] : [address],
  );
  const accounts = [keys.solver, keys.allocator].flatMap((key) => key?.address ?? []);
  return [permit2, ...ours, ...accounts].map((address) => address.toLowerCase());
}
