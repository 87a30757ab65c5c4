import {
  startChainProcess,
  type ChainProcess,
  type ProcessKeepers,
} from '../../node/startChainProcess.js';
import { nodeReadySchema, type NodeConfiguration, type NodeReady } from './nodeConfiguration.js';

/**
 * Starts the chain in a process of its own, because signatures keep its thread busy while it checks
 * transactions.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` when the process does not start
 */
export async function startBitcoinNode({
  dataDir,
  record,
  guard,
  ...configuration
}: NodeConfiguration & ProcessKeepers): Promise<NodeReady & ChainProcess> {
  const readReady = (line: unknown): NodeReady => nodeReadySchema.parse(line);
  return startChainProcess(
    { folder: 'bitcoin', name: 'Bitcoin', readReady },
    configuration satisfies NodeConfiguration,
    { dataDir, record, guard },
  );
}
