import { Money, type Price } from '@portage/core';
import { readInt, readUint } from '@portage/evm/abi';
import { readWords } from '../rpc/parse.js';

/** Words of `latestRoundData`. */
const roundWords = 5;

/** A round of a feed, with its times in seconds since 1970. */
export interface FeedRound {
  readonly answer: bigint;
  readonly startedAt: bigint;
  readonly updatedAt: bigint;
}

/** The newest round as a feed tells it. @throws PortageError `RPC_HTTP_ERROR` */
export function readRound(result: unknown): FeedRound {
  const words = readWords(result, roundWords, 'round of a feed');
  return {
    answer: readInt(words, 1),
    startedAt: readUint(words, 2),
    updatedAt: readUint(words, 3),
  };
}

/** Decimals of a feed, and the time after which it writes though the price has not moved. */
export interface FeedTerms {
  readonly decimals: number;
  readonly heartbeatSeconds: number;
}

/**
 * Price that a feed tells at a time; undefined where its answer is none: not above 0, older than
 * the feed's heartbeat, or of a time that is yet to come. Rounded down. Pure.
 *
 * @param time - of the newest block, in seconds since 1970
 */
export function priceOfRound(
  { answer, updatedAt }: FeedRound,
  { decimals, heartbeatSeconds }: FeedTerms,
  time: number,
): Price | undefined {
  const age = BigInt(time) - updatedAt;
  const oldest = BigInt(heartbeatSeconds);
  if (answer <= 0n || age > oldest || age < -oldest) return undefined;
  const usdE12 = Money.mulDivDown(answer, Money.pow10(12), Money.pow10(decimals));
  return usdE12 > 0n ? { usdE12 } : undefined;
}

/** Time that a sequencer must have been up, and that of the newest block, both in seconds. */
export interface UptimeQuestion {
  readonly graceSeconds: number;
  readonly time: number;
}

/**
 * Whether the sequencer of a rollup is up, and has been for the time of grace: before that, nobody
 * else could act on prices that moved while it was down. Pure.
 */
export function isSequencerUp(
  { answer, startedAt }: FeedRound,
  { graceSeconds, time }: UptimeQuestion,
): boolean {
  return answer === 0n && startedAt > 0n && BigInt(time) - startedAt >= BigInt(graceSeconds);
}
