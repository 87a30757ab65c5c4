import type { ChainEvent } from '@portage/core/chain';
import { malformedReply } from '@portage/chain-kit';
import type { Esplora } from '../esplora/createEsplora.js';

/** Says of each event whether endpoints of Esplora have its transaction in the same block. */
export type Witness = (
  events: readonly ChainEvent[],
  signal?: AbortSignal,
) => Promise<readonly boolean[]>;

/**
 * Asks software of another kind than Core about transactions: more than half of the endpoints that
 * answer must have each in the same block.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where none of them answers
 */
export function createWitness(esploras: readonly Esplora[]): Witness {
  return async (events, signal) => {
    const ids = [...new Set(events.map(({ txId }) => txId))];
    const blocks = new Map(
      await Promise.all(
        ids.map(async (txId) => [txId, await readBlocks(esploras, txId, signal)] as const),
      ),
    );
    return events.map(({ txId, blockHash }) => {
      const told = blocks.get(txId) ?? [];
      return told.filter((hash) => hash === blockHash).length * 2 > told.length;
    });
  };
}

/** Blocks that endpoints tell; undefined for one that knows none. */
async function readBlocks(
  esploras: readonly Esplora[],
  txId: string,
  signal: AbortSignal | undefined,
): Promise<readonly (string | undefined)[]> {
  const answers = await Promise.allSettled(
    esploras.map((esplora) => esplora.blockOf(txId, signal)),
  );
  signal?.throwIfAborted();
  const told = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (told.length === 0) throw malformedReply('place of a transaction: no Esplora tells it');
  return told;
}
