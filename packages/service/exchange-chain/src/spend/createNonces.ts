import { PortageError } from '@portage/core';
import { readAgreed, type Quorum } from '@portage/chain-kit';
import type { ExchangeSigner } from '@portage/exchange';
import { answers, calls } from '../endpoint/requests.js';

/** Memory of the next nonce of a key. */
export interface Nonces {
  /** Next nonce that the exchange expects. @throws PortageError before the first reading */
  next(): number;
  /** A nonce was used: the next one is higher. */
  passed(nonce: number): void;
  /** Reads it from the exchange. @throws PortageError `RPC_HTTP_ERROR` */
  refresh(signal?: AbortSignal): Promise<number>;
}

/** Keeps the next nonce of a key. It never goes down. */
export function createNonces(
  quorum: Quorum,
  { accountIndex, apiKeyIndex }: Pick<ExchangeSigner, 'accountIndex' | 'apiKeyIndex'>,
): Nonces {
  let known: number | undefined;
  const raise = (next: number): number => (known = Math.max(known ?? 0, next));
  return {
    next: () => {
      if (known !== undefined) return known;
      throw new PortageError('SERVICE_UNAVAILABLE', {
        message: 'The exchange has not told the next nonce of the key.',
      });
    },
    passed: (nonce) => void raise(nonce + 1),
    refresh: async (signal) =>
      raise(
        await readAgreed(
          quorum,
          {
            subject: 'nonce',
            read: async ({ ask }, stop) => {
              const [reply] = await ask([calls.nextNonce(accountIndex, apiKeyIndex)], stop);
              return answers.nonce(reply);
            },
          },
          signal,
        ),
      ),
  };
}
