import { systemClock } from '@portage/core';
import { createHttp, httpFault, type HttpAnswer, type HttpRequest } from '@portage/chain-kit';
import type { Instruction } from '@portage/solana/transaction';
import { openMax } from './createAnswers.js';
import { readVenueInstruction } from './readVenueInstruction.js';
import { readVenueQuote, type VenueTerms } from './readVenueQuote.js';
import type { ParsedVenueConfig } from '../../venueConfig.js';
import { venueFault } from './venueFault.js';

/** Bytes of an answer, at most. */
const responseBytesMax = 65_536;
/**
 * Basis points that the venue's own limit leaves. The transaction names its least itself, so the
 * venue's is only in the way.
 */
const slippageBps = 300;

/** Answer of a venue that can be carried out. */
export interface VenuePayment {
  /** Output that the venue expects, smallest units. */
  readonly amountOut: bigint;
  readonly instruction: Instruction;
}

/** Questions to a venue. */
export interface VenueClient {
  /** Output of a swap. @throws PortageError `INVALID_RESPONSE`, `RPC_HTTP_ERROR` */
  estimate(terms: VenueTerms): Promise<bigint>;
  /**
   * A swap with the instruction that makes it, signed for by a key.
   *
   * @throws PortageError `INVALID_RESPONSE`, `RPC_HTTP_ERROR`
   */
  payment(terms: VenueTerms, key: string): Promise<VenuePayment>;
}

/** Settings of a venue, and the signal that ends it. */
export interface VenueClientOptions extends Pick<
  ParsedVenueConfig,
  'urls' | 'apiKey' | 'timeoutMs' | 'accountsMax'
> {
  readonly signal: AbortSignal;
}

/**
 * Asks a venue of the shape of Jupiter's Swap API (`GET /quote`, `POST /swap-instructions`, as the
 * types of `@jup-ag/api` 6.0.48 have them). All hosts together have the time of one question.
 */
export function createVenueClient({
  urls,
  apiKey,
  timeoutMs,
  accountsMax,
  signal,
}: VenueClientOptions): VenueClient {
  // A question that waits in line behind others would use up its time.
  const limits = { timeoutMs, responseBytesMax, connections: openMax.all };
  const hosts = urls.map((url) => createHttp(url, limits));
  signal.addEventListener('abort', () => {
    for (const host of hosts) void host.close();
  });
  const headers = {
    accept: 'application/json',
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  };
  const ask = async <T>(request: HttpRequest, read: (answer: unknown) => T): Promise<T> => {
    const stop = AbortSignal.any([signal, systemClock.timeout(timeoutMs)]);
    let failure: unknown = venueFault('is missing');
    for (const host of hosts) {
      try {
        return read(parse(host.label, await host.request(request, stop)));
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
  const quote = <T>(terms: VenueTerms, read: (answer: unknown) => T): Promise<T> =>
    ask({ method: 'GET', path: quotePath(terms, accountsMax), headers }, read);
  return {
    estimate: (terms) => quote(terms, (answer) => readVenueQuote(answer, terms)),
    payment: async (terms, key) => {
      const { amountOut, quoteResponse } = await quote(terms, (answer) => ({
        amountOut: readVenueQuote(answer, terms),
        quoteResponse: answer,
      }));
      const instruction = await ask(
        {
          method: 'POST',
          path: '/swap-instructions',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({
            quoteResponse,
            userPublicKey: key,
            wrapAndUnwrapSol: false,
            asLegacyTransaction: true,
            skipUserAccountsRpcCalls: true,
          }),
        },
        (answer) => readVenueInstruction(answer, key, terms),
      );
      return { amountOut, instruction };
    },
  };
}

function quotePath(
  { tokenIn, tokenOut, amount, hopsMax }: VenueTerms,
  accountsMax: number,
): string {
  const query = new URLSearchParams({
    inputMint: tokenIn,
    outputMint: tokenOut,
    amount: amount.toString(),
    swapMode: 'ExactIn',
    slippageBps: String(slippageBps),
    asLegacyTransaction: 'true',
    maxAccounts: String(accountsMax),
    ...(hopsMax === 1 ? { onlyDirectRoutes: 'true' } : {}),
  });
  return `/quote?${query.toString()}`;
}

function parse(label: string, answer: HttpAnswer): unknown {
  if (answer.status !== 200) throw httpFault(label, answer);
  try {
    return JSON.parse(answer.text);
  } catch {
    throw venueFault('is no JSON');
  }
}
