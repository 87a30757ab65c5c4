import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isPortageError } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import type { NewRequest } from '@portage/settlement';
import { defaultPolicy } from '../src/index.js';
import type { DrawnRequest } from './drawRequests.js';
import { createQuoterHarness } from './quoterHarness.js';
import { readBack } from './readBack.js';
import { chainsOf, type World } from './worlds.js';

/** Outcome of one request. */
export interface Outcome {
  /** The parsed answer. */
  readonly answer?: unknown;
  /** The stored row, its JSON texts parsed, without the stored quote. */
  readonly row?: unknown;
  /** Stored quote as a list of requests shows it; true where that is what was answered. */
  readonly shown?: unknown;
  readonly refusal?: unknown;
}

/** Requests with their worlds and what became of them. */
export interface Recording {
  readonly worlds: Readonly<Record<string, World>>;
  readonly requests: readonly (DrawnRequest & { readonly outcome: Outcome })[];
}

const file = join(import.meta.dirname, 'recordedAnswers.json.gz');

export function readRecording(): Recording {
  // Written by the recorder beside it.
  return JSON.parse(gunzipSync(readFileSync(file)).toString()) as Recording;
}

export function writeRecording(recording: Recording): void {
  writeFileSync(file, gzipSync(JSON.stringify(recording), { level: 9 }));
}

/** Quotes a request in its world; clock and random bytes are those of the harness. */
export async function quoteIn(world: World, { caller, body }: DrawnRequest): Promise<Outcome> {
  const { quoteText, saved } = createQuoterHarness({
    chains: chainsOf(world),
    context: caller,
    sponsors: { acme: BigInt(world.sponsored) },
    policy: {
      rebalancing: {
        bpsMax: defaultPolicy.rebalancing.bpsMax,
        targetsMicroUsd: Object.fromEntries(
          Object.entries(world.targets).map(([place, target]) => [place, BigInt(target)]),
        ),
      },
    },
    userBalance: (chain) => (chain.id === 10 ? 77n : undefined),
  });
  try {
    const answer = quoteSchema.parse(JSON.parse(await quoteText(body)));
    const [request] = saved;
    if (request === undefined) return { answer };
    const { details, fees, feeSponsorship } = readBack(request);
    const stored = { details, fees, feeSponsorship };
    const answered = {
      details: answer.details,
      fees: answer.fees,
      feeSponsorship: answer.feeSponsorship,
    };
    return inJson({
      answer,
      row: rowOf(request),
      shown: isDeepStrictEqual(stored, answered) ? true : stored,
    });
  } catch (error) {
    if (!isPortageError(error)) throw error;
    const { code, message, hint, details, context } = error;
    return inJson({ refusal: { code, message, hint, details, context } });
  }
}

function rowOf(request: NewRequest): object {
  const { orderData, executionTerms, depositAddress, ...row } = request;
  const parsed = (text: string | undefined): unknown =>
    text === undefined ? undefined : JSON.parse(text);
  return {
    ...row,
    quote: undefined,
    currencies: undefined,
    orderData: parsed(orderData),
    executionTerms: parsed(executionTerms),
    depositAddress:
      depositAddress === undefined
        ? undefined
        : { ...depositAddress, quoteRequest: parsed(depositAddress.quoteRequest) },
  };
}

/** As JSON holds it. */
function inJson(outcome: Outcome): Outcome {
  return JSON.parse(
    JSON.stringify(outcome, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  ) as Outcome; // JSON keeps the shape.
}
