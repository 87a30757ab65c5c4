import { malformedReply, type Quorum } from '@portage/chain-kit';
import type { SpendOptions } from './createSpend.js';
import type { FateFinder } from './createFindFate.js';
import { readPlace } from './readPlace.js';
import { decodeBlock, encodeBlock } from './toldBlock.js';

/** Options of {@link createReadFacts}. */
export interface ReadFactsOptions {
  /** Endpoints of Core, with an index of transactions, that must agree. */
  readonly quorum: Quorum;
  readonly fates: FateFinder;
  /** Newest height that no reorg takes back. */
  readonly finalizedHeight: (signal?: AbortSignal) => Promise<number>;
}

/** Reads what a quorum says of transactions of ours. */
export function createReadFacts({
  quorum,
  fates,
  finalizedHeight,
}: ReadFactsOptions): SpendOptions['readFacts'] {
  return async (txId, stored, signal) => {
    const [told, isPending] = await quorum.read<string>(
      {
        subject: 'transaction',
        items: 2,
        ask: async (endpoint, stop) => {
          const found = await readPlace(endpoint, txId, stop);
          const fee = stored?.fee ?? found?.fee ?? 0n;
          return [
            found?.block === undefined ? 'none' : encodeBlock(found.block, fee),
            found?.isPending === true ? 'yes' : 'no',
          ];
        },
      },
      signal,
    );
    if (told === undefined) throw malformedReply('transaction: no quorum tells the same');
    const { block, fee } = decodeBlock(told);
    // What is in a block, or waits in mempools, has its coins.
    const isOpen = block === undefined && isPending !== 'yes';
    const coins = isOpen ? (stored?.inputs ?? []) : [];
    return {
      block,
      isPending: isPending === 'yes',
      fee: stored?.fee ?? fee,
      inputs: await Promise.all(coins.map((coin) => fates.findFate(coin, txId, signal))),
      finalizedHeight: await finalizedHeight(signal),
    };
  };
}
