import type { ChainInfo } from '@portage/core';
import type { Transport } from '@portage/core/executor';
import type { Pins } from './chainPins.js';
import { findMismatch, type Shape } from './transport/findMismatch.js';
import { invalidAnswer } from './transport/invalidAnswer.js';
import { isRecord } from './transport/isRecord.js';
import { raceSignal } from './transport/raceSignal.js';

/** Options of reading the chains of a client. */
export interface ReadChainsOptions {
  /** Asks the service again. Pinned chains stay as they are. */
  readonly refresh?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Chains that one client trusts. */
export interface ChainList {
  /** Pinned chains, or those of the service, which are fetched once. */
  read(options?: ReadChainsOptions): Promise<readonly ChainInfo[]>;
}

/** Members of a chain that this package reads. */
const chainShape: Shape = {
  id: 'number',
  name: 'string',
  vmType: 'string',
  solverAddresses: ['string'],
  currency: { address: 'string', symbol: 'string', decimals: 'number' },
  erc20Currencies: [{ address: 'string', symbol: 'string', decimals: 'number' }],
  protocol: { v2: { chainId: 'string' } },
};

/** Chains that an app brings. */
export interface ChainListOptions extends Pins {
  /**
   * Chains to trust, with the addresses of their contracts. Where they are pinned (shipped with the
   * app, for example), a service that turns hostile cannot name another depository. By default they
   * are fetched once from the service.
   */
  readonly chains?: readonly ChainInfo[] | undefined;
  /**
   * Known deployments: contracts and signers that replace those of the fetched chains. For chains
   * whose currencies shall still come from the service.
   */
  readonly pins?: Pins['pins'];
  /**
   * Store that keeps what was trusted of a fetched chain at its first use. A later change of a
   * contract or signer is then not believed; empty the store to accept it.
   */
  readonly pinStore?: Pins['pinStore'];
}

/** Makes the list of chains of one client. */
export function createChainList(transport: Transport, options: ChainListOptions): ChainList {
  const { chains: pinned } = options;
  let fetched: Promise<readonly ChainInfo[]> | undefined;
  return {
    read: async ({ refresh = false, signal } = {}) => {
      if (pinned !== undefined) return pinned;
      if (fetched === undefined || refresh) {
        // The answer is shared, so it follows no caller's signal. An error is not remembered.
        const asked = fetchChains(transport, options);
        fetched = asked;
        asked.catch(() => {
          if (fetched === asked) fetched = undefined;
        });
      }
      return await raceSignal(fetched, signal);
    },
  };
}

async function fetchChains(
  transport: Transport,
  options: ChainListOptions,
): Promise<readonly ChainInfo[]> {
  const body = await transport.call('chains', {});
  const chains: unknown = isRecord(body) ? body['chains'] : undefined;
  if (!isChainInfos(chains))
    throw invalidAnswer('list of chains', findMismatch(chains, [chainShape]));
  if ((options.pins ?? options.pinStore) === undefined) return chains;
  const { pinChains } = await import('./chainPins.js');
  return await pinChains(chains, options);
}

/**
 * The shape lists every member that this package reads; the others are handed through as they came.
 */
function isChainInfos(value: unknown): value is readonly ChainInfo[] {
  return findMismatch(value, [chainShape]) === undefined;
}
