import { PortageError } from '@portage/core';
import { readAgreed, type Quorum } from '@portage/chain-kit';
import type { ExchangeSigner } from '@portage/exchange';
import { answers, calls } from '../endpoint/requests.js';
import type { Notes } from '../observe/createNotes.js';

/** Memory of the next nonce of a key. */
export interface Nonces {
  /** Next nonce that the exchange expects. @throws PortageError before the first reading */
  next(): number;
  /** A nonce was used: the next one is higher. */
  passed(nonce: number): void;
  /** Reads it from the exchange. @throws PortageError `RPC_HTTP_ERROR` */
  refresh(signal?: AbortSignal): Promise<number>;
}

/** Options of {@link createNonces}. */
export interface NoncesOptions {
  readonly quorum: Quorum;
  readonly key: Pick<ExchangeSigner, 'accountIndex' | 'apiKeyIndex'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Hears of a nonce that goes down. */
  readonly notes: Notes;
}

/** Milliseconds for which a quorum must tell a lower nonce before it is believed. */
const loweringMs = 60_000;

/** Readings in which a quorum must tell it. */
const loweringReadings = 3;

/** A lower nonce than one that was reported before. */
interface Lowering {
  /** Highest of those that were reported since. */
  readonly nonce: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly readings: number;
}

/**
 * Keeps the next nonce of a key. It never goes below a nonce that a final transaction has used. A
 * nonce that was reported too high would hold every payment up: where a quorum reports a lower one
 * for long enough, that one is believed. Operators are notified of each lower one.
 */
export function createNonces({ quorum, key, clock, notes }: NoncesOptions): Nonces {
  const { accountIndex, apiKeyIndex } = key;
  /** Lowest nonce that no final transaction of ours has used. */
  let proven = 0;
  let told: number | undefined;
  let lower: Lowering | undefined;

  function hear(answer: number): void {
    if (told === undefined || answer >= told) {
      told = answer;
      lower = undefined;
      return;
    }
    const about = { account: accountIndex, apiKey: apiKeyIndex, before: told, nonce: answer };
    notes.once(`${String(told)} ${String(answer)}`, 'the next nonce of a key went down', about);
    lower = {
      nonce: Math.max(answer, lower?.nonce ?? 0),
      since: lower?.since ?? clock(),
      readings: (lower?.readings ?? 0) + 1,
    };
    if (lower.readings < loweringReadings || clock() - lower.since < loweringMs) return;
    told = lower.nonce;
    lower = undefined;
  }

  return {
    next: () => {
      if (told !== undefined) return Math.max(proven, told);
      throw new PortageError('SERVICE_UNAVAILABLE', {
        message: 'The exchange has not told the next nonce of the key.',
      });
    },
    passed: (nonce) => {
      proven = Math.max(proven, nonce + 1);
    },
    refresh: async (signal) => {
      const answer = await readAgreed(
        quorum,
        {
          subject: 'nonce',
          read: async ({ ask }, stop) => {
            const [reply] = await ask([calls.nextNonce(accountIndex, apiKeyIndex)], stop);
            return answers.nonce(reply);
          },
        },
        signal,
      );
      hear(answer);
      return Math.max(proven, told ?? answer);
    },
  };
}
