import { bytesToHex, describeError } from '@portage/core';
import { readAgreed, type Quorum } from '@portage/chain-kit';
import type { ExchangeSigner } from '@portage/exchange';
import { answers, calls } from '../endpoint/requests.js';
import type { Notes } from '../observe/createNotes.js';

/** Options of {@link createKeyWatch}. */
export interface KeyWatchOptions {
  readonly quorum: Quorum;
  /** Keys that sign for our accounts. */
  readonly signers: readonly ExchangeSigner[];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly notes: Notes;
}

/** Whether our accounts still have the keys that sign for them. */
export interface KeyWatch {
  /** Why nothing is signed now, in words without a stop; undefined where payments are made. */
  reason(): string | undefined;
  /** Looks again, once in a while. */
  refresh(signal: AbortSignal): Promise<void>;
}

/** Milliseconds between two looks. */
const lookMs = 10_000;

/**
 * Watches the API keys of our accounts. What another key signs is refused, so nothing is signed
 * while a quorum tells that an account has another key, or none: payments wait, and operators are
 * told.
 */
export function createKeyWatch({ quorum, signers, clock, notes }: KeyWatchOptions): KeyWatch {
  let lookedAt: number | undefined;
  let reason: string | undefined;
  return {
    reason: () => reason,
    refresh: async (signal) => {
      if (lookedAt !== undefined && clock() - lookedAt < lookMs) return;
      lookedAt = clock();
      try {
        reason = await findFault(quorum, signers, signal);
      } catch (error) {
        // Hosts that differ say nothing of the keys: what was known stays.
        notes.once('keys', 'API keys could not be looked up', { error: describeError(error) });
        return;
      }
      if (reason !== undefined)
        notes.once(reason, 'an account has another API key than the one that signs', { reason });
    },
  };
}

async function findFault(
  quorum: Quorum,
  signers: readonly ExchangeSigner[],
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const { accountIndex, apiKeyIndex, publicKey } of signers) {
    const told = await readAgreed(
      quorum,
      {
        subject: 'API key',
        read: async ({ ask }, stop) => {
          const [reply] = await ask([calls.apiKey(accountIndex, apiKeyIndex)], stop);
          const keys = answers.apiKeys(reply);
          return keys.find((key) => key.apiKeyIndex === apiKeyIndex)?.publicKey ?? 'none';
        },
      },
      signal,
    );
    if (told !== bytesToHex(publicKey))
      return `account ${String(accountIndex)} has ${told === 'none' ? 'no' : 'another'} API key at ${String(apiKeyIndex)}`;
  }
  return undefined;
}
