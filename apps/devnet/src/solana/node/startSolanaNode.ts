import { PortageError } from '@portage/core';
import type { z } from 'zod';
import {
  startChainProcess,
  type ChainProcess,
  type ProcessKeepers,
} from '../../node/startChainProcess.js';
import { exitWithoutVm, nodeReadySchema, type NodeConfiguration } from './nodeConfiguration.js';

type NodeReady = z.infer<typeof nodeReadySchema>;

/**
 * Starts the chain in a process of its own, because the VM blocks its thread while it runs
 * transactions.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when there is no VM for this machine,
 *   `SERVICE_UNAVAILABLE` when the process does not start
 */
export async function startSolanaNode({
  dataDir,
  record,
  guard,
  ...configuration
}: NodeConfiguration & ProcessKeepers): Promise<NodeReady & ChainProcess> {
  return startChainProcess(
    {
      folder: 'solana',
      name: 'Solana',
      readReady: (line) => nodeReadySchema.parse(line),
      explainExit: (code, errors) => (code === exitWithoutVm ? withoutVm(errors) : undefined),
    },
    configuration satisfies NodeConfiguration,
    { dataDir, record, guard },
  );
}

function withoutVm(reason: string): PortageError {
  return new PortageError('INVALID_CONFIGURATION', {
    message: `The Solana VM (litesvm) cannot be loaded on ${process.platform} ${process.arch}: ${reason.trim().slice(0, 300)}`,
    hint: 'Install again with optional dependencies, or run the other chains without it: --chains base,optimism.',
  });
}
