import { malformedReply } from '@portage/chain-kit';
import type { Esplora } from './createEsplora.js';

/**
 * Reads by one endpoint after the other until one's answer makes sense.
 *
 * @throws PortageError the first failure, where every endpoint fails
 */
export async function readFirstEsplora<Value>(
  esploras: readonly Esplora[],
  read: (esplora: Esplora) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  let failure: unknown = malformedReply('answer: no endpoint of Esplora is set');
  for (const [index, esplora] of esploras.entries()) {
    try {
      return await read(esplora);
    } catch (error) {
      signal?.throwIfAborted();
      if (index === 0) failure = error;
    }
  }
  throw failure;
}
