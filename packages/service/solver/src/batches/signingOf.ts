import type { SignedTransaction, TransactionIntent } from '@portage/core/chain';
import type { Signing } from '@portage/settlement';
import { ledgerChain, type ChainContext } from '../context.js';
import type { JudgedSigner } from '../cost/createJudgedSigner.js';
import { failpoints, type Purpose } from './batch.js';

/** How a batch is signed. */
export interface SigningFacts<Intent> {
  /** Sequence of the first transaction. */
  readonly firstSequence: bigint;
  /** Signs for the gas that the batch was judged by. */
  readonly signer: JudgedSigner;
  /** Transactions whose coins must not be spent once more. */
  readonly open: readonly SignedTransaction[] | undefined;
  /** Purpose that an intent is signed for. */
  readonly purposeOf: (intent: Intent) => Purpose;
}

/** The chain's sender, and how it signs a batch while settlements are being written. */
export function signingOf<Intent extends TransactionIntent>(
  context: ChainContext,
  { firstSequence, signer, open, purposeOf }: SigningFacts<Intent>,
): Signing<Intent> {
  const { chain } = context;
  return {
    chain: ledgerChain(chain),
    sender: chain.spend.sender,
    firstSequence,
    sign: async (intents, first) => {
      const signed = await signer.sign(intents, first, open);
      failpoints(context, 'settlement', intents.map(purposeOf));
      return signed;
    },
  };
}
