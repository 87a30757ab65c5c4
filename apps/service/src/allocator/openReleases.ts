import { requestFault, type Clock } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { Allocator, ChainFacts } from '@portage/core/plugin';
import type { PreparedChain } from '../prepareChains.js';
import type { AllocatorConfiguration } from '../configuration/allocatorSchema.js';
import {
  createReleaseGate,
  guardAllocator,
  type ReleaseCap,
  type ReleaseGate,
} from './guardAllocator.js';
import { limitSpend, limitVault } from './limitSpend.js';
import { createRemoteAllocator } from './remoteAllocator.js';
import type { ReleaseJournal } from './releaseJournal.js';

/** Signers and rules of a process that lets money out of depositories. */
export interface ReleasesOptions {
  readonly configuration: AllocatorConfiguration | undefined;
  readonly journal: ReleaseJournal;
  readonly clock: Clock;
  /** Signers of the operator's, by the slugs of chains. */
  readonly signers?: Readonly<Record<string, Allocator>> | undefined;
}

/** Part of one chain that lets money out of its depository. */
export interface ChainReleases {
  /** Signer to open the chain with; undefined where its family has none. */
  readonly allocator: Allocator | undefined;
  /** The opened chain with the rules before what leaves its depository. */
  limit(chain: Chain): Chain;
}

/**
 * Makes the signer of a chain: the operator's own, that of another process, or the family's on the
 * configured key; the first and the last stand behind this process's rules.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a cap of an unknown currency
 */
export async function openReleases(
  { opener, keys }: Pick<PreparedChain, 'opener' | 'keys'>,
  facts: ChainFacts,
  options: ReleasesOptions,
): Promise<ChainReleases> {
  const gate = openGate(facts, options);
  const own = options.signers?.[facts.slug] ?? (await opener.allocator?.(keys));
  if (own === undefined) {
    const isCapped = options.configuration?.caps[facts.slug] !== undefined;
    return {
      allocator: undefined,
      limit: (chain) =>
        isCapped
          ? limitVault(limitSpend(chain, gate), (currency) =>
              Promise.resolve(gate.available(currency)),
            )
          : chain,
    };
  }
  const socket =
    options.signers?.[facts.slug] === undefined ? options.configuration?.socket : undefined;
  const allocator =
    socket === undefined
      ? guardAllocator(own, gate)
      : createRemoteAllocator({ socket, chainId: facts.id, address: own.address });
  return {
    allocator,
    limit: (chain) =>
      limitVault(chain, (currency, signal) =>
        allocator.available === undefined
          ? Promise.resolve(undefined)
          : allocator.available(currency, signal),
      ),
  };
}

/** The rules of a chain. @throws PortageError `INVALID_CONFIGURATION` */
export function openGate(
  facts: ChainFacts,
  { configuration, journal, clock }: Omit<ReleasesOptions, 'signers'>,
): ReleaseGate {
  const caps = new Map<string, ReleaseCap>();
  for (const [id, cap] of Object.entries(configuration?.caps[facts.slug] ?? {})) {
    const asset = facts.assets.find((each) => each.id === id);
    if (asset === undefined)
      throw requestFault(`allocator.caps.${facts.slug}.${id}`, 'is no currency of the chain', {
        code: 'INVALID_CONFIGURATION',
      });
    caps.set(asset.address, cap);
  }
  return createReleaseGate({ facts, caps, journal, clock });
}
