import type { RpcFailure } from '@portage/chain-kit';
import type { Notes } from '../observe/createNotes.js';

/** Options of {@link createPause}. */
export interface PauseOptions {
  /** Codes by which a host says that the exchange takes no transfers now. */
  readonly codes: readonly number[];
  /** Hosts that must say so. */
  readonly needed: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly notes: Notes;
}

/** Answers of the hosts to one transfer that was sent. */
export interface SendAnswers {
  /** A host refuses it. */
  refused(failure: RpcFailure): void;
  /** The end of sending. */
  ended(isAccepted: boolean): void;
}

/** Whether the exchange takes transfers, as far as those that were sent tell. */
export interface Pause {
  /** Why nothing is paid now, in words without a stop; undefined where payments are made. */
  reason(): string | undefined;
  /** Begins a transfer. */
  begin(): SendAnswers;
}

/** Milliseconds for which nothing is paid after the exchange said that it takes no transfers. */
const pausedMs = 30_000;

/**
 * Learns from refusals that the exchange is paused. After a while it is tried again, by what waits
 * or by the next payment.
 */
export function createPause({ codes, needed, clock, notes }: PauseOptions): Pause {
  let until = 0;
  let reason = '';
  return {
    reason: () => (clock() < until ? reason : undefined),
    begin: () => {
      const refusals: RpcFailure[] = [];
      return {
        refused: (failure) => {
          if (codes.includes(failure.code)) refusals.push(failure);
        },
        ended: (isAccepted) => {
          if (isAccepted) until = 0;
          if (isAccepted || refusals.length < needed) return;
          reason = `the exchange takes no transfers (${refusals[0]?.message ?? ''})`;
          if (clock() >= until)
            notes.once(String(clock()), 'the exchange takes no transfers', { reason });
          until = clock() + pausedMs;
        },
      };
    },
  };
}
