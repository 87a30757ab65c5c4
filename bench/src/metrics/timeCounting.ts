import { createUsageCounter } from '@portage/access';
import type { BenchDatabase } from '../environment/openBenchDatabase.js';

/** Calls between two writes: the calls that a busy service answers in the second between them. */
const callsOfFlush = 4_000;

const flushesOfRound = 10;

/** Calls of one key and their outcomes. */
const calls = [
  { endpoint: '/quote/v2', statusCode: 200, errorCode: '' },
  { endpoint: '/quote/v2', statusCode: 400, errorCode: 'AMOUNT_TOO_LOW' },
  { endpoint: '/intents/status/v3', statusCode: 200, errorCode: '' },
  { endpoint: '/chains', statusCode: 200, errorCode: '' },
] as const;

/** Key of the counted calls and the number of rounds. */
export interface CountingOptions {
  readonly apiKeyId: string;
  readonly rounds: number;
}

/**
 * Counts calls alone: CPU time of this process for each call, in microseconds, its share of the
 * writes included. A server spends far more on answering than on counting, so the difference
 * between two servers drowns in noise where this figure does not.
 */
export async function timeCounting(
  store: BenchDatabase,
  { apiKeyId, rounds }: CountingOptions,
): Promise<readonly number[]> {
  const counter = createUsageCounter({
    usage: store.usage,
    now: Date.now,
    log: {
      error: (_, message) => {
        throw new Error(message);
      },
    },
  });
  const each: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage();
    for (let flush = 0; flush < flushesOfRound; flush += 1) {
      for (let call = 0; call < callsOfFlush; call += 1) {
        const { endpoint, statusCode, errorCode } = calls[call % calls.length] ?? calls[0];
        counter.count({ apiKeyId, endpoint, statusCode, errorCode });
      }
      await counter.flush();
    }
    const { user, system } = process.cpuUsage(before);
    if (round > 0) each.push((user + system) / (callsOfFlush * flushesOfRound));
  }
  await counter.close();
  return each;
}
