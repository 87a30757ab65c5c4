import type { SwapRequest } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import { eventually } from '@portage/testing';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { venueSchema } from '../../venueConfig.js';
import { joinVenues } from '../joinVenues.js';
import { createVenueSource } from './createVenueSource.js';

const [mintIn, mintOut, program] = [21, 22, 23].map((byte) =>
  solanaCodec.decodeAddress(new Uint8Array(32).fill(byte)),
) as [string, string, string];

/** A venue over real HTTP that answers when it is let. */
async function startVenue() {
  const held: { readonly amount: string; readonly response: ServerResponse }[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://venue');
    held.push({ amount: searchParams.get('amount') ?? '', response });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = (): void => {
    for (const { amount, response } of held.splice(0))
      response.end(
        JSON.stringify({
          inputMint: mintIn,
          outputMint: mintOut,
          inAmount: amount,
          outAmount: amount,
          otherAmountThreshold: amount,
          swapMode: 'ExactIn',
          slippageBps: 50,
          platformFee: null,
          priceImpactPct: '0',
          routePlan: [{ swapInfo: {}, percent: 100 }],
        }),
      );
  };
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${String(port)}/swap/v1`, held, answer, close };
}

it('T15: a caller that fills its questions to a venue hides the venue from itself alone', async () => {
  const venue = await startVenue();
  const closing = new AbortController();
  const source = createVenueSource({
    config: venueSchema(z.string(), z.string()).parse({
      id: 'jupiter',
      kind: 'jupiter',
      urls: [venue.url],
      programs: [program],
      timeoutMs: 10_000,
    }),
    mints: [mintIn, mintOut],
    solver: undefined,
    rules: undefined,
    clock: Date.now,
    log: () => undefined,
    signal: closing.signal,
  });
  const pooled = { sources: [], quote: () => undefined, build: () => [] };
  const swaps = joinVenues(pooled, [source]);
  const requestOf = (amount: bigint): SwapRequest => ({
    tokenIn: mintIn,
    tokenOut: mintOut,
    type: 'EXACT_INPUT',
    amount,
    venues: 'estimate',
  });
  const asked = Array.from({ length: 100 }, (_, index) =>
    swaps.ask?.(requestOf(BigInt(index + 1)), 'address a'),
  );
  expect(asked.filter((each) => each === 'full')).toHaveLength(84);
  const other = swaps.ask?.(requestOf(1_000n), 'address b');
  expect(other).toBeInstanceOf(Promise);
  await eventually(
    () => venue.held.length,
    (length) => expect(length).toBe(17),
    { what: 'questions at the venue' },
  );
  venue.answer();
  await other;
  expect(swaps.quote(requestOf(1_000n))?.value).toMatchObject({ amountOut: 1_000n });
  closing.abort();
  await venue.close();
});
