import type { ServerResponse } from 'node:http';
import type { Random } from '../soak/random.js';

/** Ways in which receivers of the trial behave. */
export const receiverKinds = ['well', 'hangs', 'fails', 'redirects', 'closes', 'away'] as const;

/** Way in which a receiver behaves. */
export type ReceiverKind = (typeof receiverKinds)[number];

/** Path that receivers redirect to; nothing may arrive there. */
export const elsewhere = '/elsewhere';

/** Milliseconds after which a receiver that was away comes back. */
export const awayMs = 3_600_000;

/** Attempts that a receiver of a kind spoils, at most: one that hangs takes ten seconds of each. */
const spoiledMax: Readonly<Record<ReceiverKind, number>> = {
  well: 0,
  hangs: 12,
  fails: 200,
  redirects: 200,
  closes: 200,
  away: Number.MAX_SAFE_INTEGER,
};

/** Share of attempts that a receiver spoils while it may. */
const spoiledShare = 0.25;

const spoil: Readonly<Record<Exclude<ReceiverKind, 'well'>, (answer: ServerResponse) => void>> = {
  // The sender gives up, or dies.
  hangs: () => undefined,
  fails: (answer) => void answer.writeHead(500).end(),
  redirects: (answer) => void answer.writeHead(307, { location: elsewhere }).end(),
  closes: (answer) => void answer.destroy(),
  away: (answer) => void answer.destroy(),
};

/**
 * Makes the answers of a receiver; each call answers one attempt, and says whether it was taken.
 *
 * @param isBack - whether the hour is over after which one that is away comes back
 */
export function answersOf(
  kind: ReceiverKind,
  { random, isBack }: { readonly random: Random; readonly isBack: () => boolean },
): (answer: ServerResponse) => boolean {
  let spoiled = 0;
  const isSpoiled = (): boolean =>
    kind === 'away' ? !isBack() : spoiled < spoiledMax[kind] && random.next() < spoiledShare;
  return (answer) => {
    if (kind === 'well' || !isSpoiled()) {
      answer.writeHead(204).end();
      return true;
    }
    spoiled += 1;
    spoil[kind](answer);
    return false;
  };
}
