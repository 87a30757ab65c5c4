import { PortageError } from '@portage/core';
import type { Chain, SignedTransaction, Spend, TransactionIntent } from '@portage/core/chain';
import { fresh, type Freshness } from '../context.js';

/** Rise of gas between a judgement and its signature that is let pass, in percent. */
const risePercentMax = 50n;

/** Chain and clock that payments are signed with. */
export interface SigningContext extends Freshness {
  readonly chain: Pick<Chain, 'gas' | 'native'> & { readonly spend: Pick<Spend, 'prepare'> };
}

/** Signs what a batch has decided on. */
export interface JudgedSigner {
  /**
   * Signs payments with sequences from `first` on.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE` where gas has become dearer, or is not known: they
   *   are decided on again
   */
  sign(
    intents: readonly TransactionIntent[],
    first: bigint,
    open: readonly SignedTransaction[] | undefined,
  ): Promise<readonly SignedTransaction[]>;
}

/**
 * Makes the signer of a batch that is decided on now. A database or an endpoint may hold the
 * batch up for seconds, in which gas becomes dear: what is signed would not be what was judged.
 */
export function createJudgedSigner(context: SigningContext): JudgedSigner {
  const { chain } = context;
  const gasNow = (): bigint | undefined =>
    fresh(context, chain.gas.estimate({ type: 'fill', currency: chain.native.address, calls: [] }));
  const judged = gasNow();
  return {
    sign: async (intents, first, open) => {
      const now = gasNow();
      if (judged === undefined || now === undefined) throw notSigned('it is not known');
      if (now * 100n > judged * (100n + risePercentMax)) throw notSigned('it has become dearer');
      return chain.spend.prepare(intents, first, open);
    },
  };
}

function notSigned(reason: string): PortageError {
  return new PortageError('SERVICE_UNAVAILABLE', {
    message: `Payments are not signed for the gas that they were judged by: ${reason}.`,
    hint: 'They are decided on again.',
  });
}
