import {
  startChainProcess,
  type ChainProcess,
  type ProcessKeepers,
} from '../../node/startChainProcess.js';
import { nodeReadySchema, type NodeConfiguration, type NodeReady } from './nodeConfiguration.js';

/**
 * Starts the exchange in a process of its own, because signatures keep its thread busy.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` when the process does not start
 */
export async function startExchangeNode({
  dataDir,
  record,
  guard,
  ...configuration
}: NodeConfiguration & ProcessKeepers): Promise<NodeReady & ChainProcess> {
  const readReady = (line: unknown): NodeReady => nodeReadySchema.parse(line);
  return startChainProcess(
    { folder: 'exchange', name: 'exchange', readReady },
    configuration satisfies NodeConfiguration,
    { dataDir, record, guard },
  );
}
