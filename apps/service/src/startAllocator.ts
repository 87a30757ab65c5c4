import { PortageError, requestFault, type Clock } from '@portage/core';
import type { Allocator, Vm } from '@portage/core/plugin';
import type { Configuration } from './configuration/configuration.js';
import { prepareChains } from './prepareChains.js';
import { builtinVms } from './vms.js';
import { guardAllocator } from './allocator/guardAllocator.js';
import { openGate } from './allocator/openReleases.js';
import { openReleaseJournal } from './allocator/releaseJournal.js';
import { listenForReleases } from './allocator/serveAllocators.js';

/** Settings of a process that signs releases and does nothing else. */
export interface AllocatorOptions {
  readonly configuration: Configuration;
  readonly vms?: readonly Vm[] | undefined;
  /** File of everything that was authorized. */
  readonly journal: string;
  readonly clock: Clock;
}

/** A running process of signatures. */
export interface AllocatorService {
  readonly socket: string;
  /** Accounts that it signs for, by the slugs of their chains. */
  readonly addresses: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Starts the process that holds the allocator's keys: it reaches no chain and no database, and
 * answers at a socket of the machine alone.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `DATA_DIRECTORY_LOCKED`
 * @example
 * ```ts
 * const service = await startAllocator({ configuration, journal: './data/releases.jsonl', clock });
 * await service.close();
 * ```
 */
export async function startAllocator(options: AllocatorOptions): Promise<AllocatorService> {
  const { configuration, vms = builtinVms, clock } = options;
  const socket = configuration.allocator?.socket;
  if (socket === undefined)
    throw requestFault('allocator.socket', 'is needed, releases are asked for there', {
      code: 'INVALID_CONFIGURATION',
    });
  const prepared = prepareChains(configuration, { vms, swapSources: [] });
  // The socket comes first: the process that has it is the one that writes the journal.
  const listening = await listenForReleases(socket);
  try {
    const journal = await openReleaseJournal(options.journal);
    const allocators = new Map<number, Allocator>();
    const addresses: Record<string, string> = {};
    for (const { opener, keys } of prepared) {
      const own = await opener.allocator?.(keys);
      if (own?.canSign !== true) continue;
      const facts = await opener.describe(keys);
      const gate = openGate(facts, { configuration: configuration.allocator, journal, clock });
      allocators.set(facts.id, guardAllocator(own, gate));
      addresses[facts.slug] = own.address;
    }
    if (allocators.size === 0)
      throw new PortageError('INVALID_CONFIGURATION', {
        message: 'No chain has an allocator’s key to sign with.',
        hint: 'Give this process the allocator keys, and the solver’s as address: and the address.',
      });
    listening.serve(allocators);
    return {
      socket,
      addresses,
      close: async () => {
        await listening.close();
        await journal.close();
      },
    };
  } catch (error) {
    await listening.close();
    throw error;
  }
}
