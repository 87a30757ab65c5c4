import { bytesToHex, hexToBytes, PortageError, type Swaps } from '@portage/core';
import { evmCodec } from '../../codec.js';
import type { ParsedChainConfig } from '../chainConfig.js';
import type { Heads } from '../observe/createHeads.js';
import { createPoolFollower } from './createPoolFollower.js';
import { createPoolSource } from './createPoolSource.js';
import { createSwaps } from './createSwaps.js';

/** What opening swaps needs. */
export interface OpenSwapsOptions {
  readonly config: Pick<ParsedChainConfig, 'name' | 'contracts' | 'swapSources' | 'clock'>;
  readonly heads: Heads;
}

/** Reads the pools of the configured sources and follows them. @throws PortageError `INVALID_CONFIGURATION`, `RPC_HTTP_ERROR` */
export async function openSwaps({ config, heads }: OpenSwapsOptions, signal: AbortSignal): Promise<Swaps> {
  const { multicall3 } = config.contracts;
  if (multicall3 === undefined) throw new PortageError('INVALID_CONFIGURATION', { message: `${config.name}: pools are read through contracts.multicall3, which is not set.` });
  const sources = config.swapSources.map(({ id, kind, router, pools }) => ({ id, kind, router: canonical(router), pools: pools.map(canonical) }));
  const places = sources.flatMap(({ kind, pools }) => pools.map((address) => ({ kind, address })));
  const doubled = [sources.map(({ id }) => id), places.map(({ address }) => address)].flatMap((names) => names.filter((name, index) => names.indexOf(name) !== index));
  if (doubled[0] !== undefined) throw new PortageError('INVALID_CONFIGURATION', { message: `${config.name}: ${doubled[0]} is there twice among the sources of swaps.` });
  const follower = await createPoolFollower({ heads, multicall3, places, clock: config.clock, signal });
  return createSwaps(sources.map((source) => createPoolSource({ ...source, follower })));
}

function canonical(address: string): string {
  return bytesToHex(hexToBytes(evmCodec.normalizeAddress(address)));
}
