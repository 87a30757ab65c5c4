import { PortageError } from '@portage/core';
import { createMarket, createProductPool, findSwap, type FoundSwap } from '@portage/pools';
import type { TestPool } from '@portage/solana/program';
import { z } from 'zod';
import type { Ledger } from '../chain/createLedger.js';
import { readTokenAccount } from '../chain/tokenAccounts.js';
import { addressSchema } from '../rpc/parameters.js';
import { writeInstructions } from './writeInstructions.js';

/** Answer of the venue. */
export interface VenueAnswer {
  readonly status: number;
  readonly answer: unknown;
}

/** A venue: answers a request by its method and path, and its body. */
export type Venue = (request: string, body: string) => VenueAnswer;

const amountMax = (1n << 64n) - 1n;
const bps = 10_000n;
/** Compute units of a pool; only which path is better hangs on it. */
const poolUnits = 15_000;

const amountSchema = z
  .string()
  .regex(/^[1-9]\d{0,19}$/)
  .transform((text) => BigInt(text));
const flagSchema = z.enum(['true', 'false']).default('false');
const querySchema = z.object({
  inputMint: addressSchema,
  outputMint: addressSchema,
  amount: amountSchema,
  swapMode: z.enum(['ExactIn', 'ExactOut']).default('ExactIn'),
  slippageBps: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().max(10_000))
    .default(50),
  onlyDirectRoutes: flagSchema,
});
const requestSchema = z.object({
  userPublicKey: addressSchema,
  wrapAndUnwrapSol: z.boolean().default(true),
  quoteResponse: z.object({
    inputMint: addressSchema,
    outputMint: addressSchema,
    inAmount: amountSchema,
    outAmount: amountSchema,
    otherAmountThreshold: amountSchema,
    swapMode: z.enum(['ExactIn', 'ExactOut']),
    routePlan: z
      .array(z.object({ swapInfo: z.object({ ammKey: z.string() }) }))
      .min(1)
      .max(4),
  }),
});

/** A request to the venue that it does not take. */
const refusal = (error: string, errorCode: string): VenueAnswer => ({
  status: 400,
  answer: { error, errorCode },
});

/**
 * A venue of the shape of Jupiter's Swap API (`GET /quote`, `POST /swap-instructions`, as in the
 * types of `@jup-ag/api` 6.0.48) over the test pools of a devnet, at the chain's newest state.
 * Wrapping is the caller's own.
 */
export function createVenue(ledger: Ledger, pools: readonly TestPool[]): Venue {
  const held = (account: string): bigint =>
    readTokenAccount(ledger.account(account, 'processed'))?.amount ?? 0n;
  const market = () =>
    createMarket(
      'test-pools',
      pools.map(({ address, mints, vaults, feeBps }) =>
        createProductPool({
          id: address,
          tokens: mints,
          reserves: [held(vaults[0]), held(vaults[1])],
          reserveMax: amountMax,
          feeBps: Number(feeBps),
          gas: poolUnits,
        }),
      ),
    );
  const quote = (query: z.output<typeof querySchema>): VenueAnswer => {
    const { inputMint: tokenIn, outputMint: tokenOut, swapMode, amount } = query;
    const found = findSwap([market()], {
      tokenIn,
      tokenOut,
      amount,
      type: swapMode === 'ExactIn' ? 'EXACT_INPUT' : 'EXACT_OUTPUT',
      hopsMax: query.onlyDirectRoutes === 'true' ? 1 : 4,
      partsMax: 1,
    });
    if (tokenIn === tokenOut || found === undefined)
      return refusal('Could not find any route', 'COULD_NOT_FIND_ANY_ROUTE');
    return { status: 200, answer: writeQuote(query, found, ledger.tip('processed').slot) };
  };
  return (request, body) => {
    const [route = '', query = ''] = request.split('?');
    if (route === 'GET /quote') {
      const asked = querySchema.safeParse(Object.fromEntries(new URLSearchParams(query)));
      return asked.success ? quote(asked.data) : invalid(asked.error);
    }
    if (route !== 'POST /swap-instructions') return { status: 404, answer: { error: 'Not found' } };
    const asked = requestSchema.safeParse(parseJson(body));
    if (!asked.success) return invalid(asked.error);
    if (asked.data.wrapAndUnwrapSol)
      return refusal('wrapAndUnwrapSol must be false', 'NOT_SUPPORTED');
    const { quoteResponse, userPublicKey } = asked.data;
    const ways = quoteResponse.routePlan.map(({ swapInfo }) =>
      pools.find(({ address }) => address === swapInfo.ammKey),
    );
    const known = ways.flatMap((pool) => pool ?? []);
    if (known.length !== ways.length) return refusal('Unknown pool', 'INVALID_REQUEST');
    return { status: 200, answer: writeInstructions(userPublicKey, quoteResponse, known) };
  };
}

/** `QuoteResponse` of a path. */
function writeQuote(
  { inputMint, outputMint, swapMode, slippageBps }: z.output<typeof querySchema>,
  { amountIn, amountOut, parts }: FoundSwap,
  contextSlot: number,
): object {
  const isExactIn = swapMode === 'ExactIn';
  const [part] = parts;
  if (part === undefined) throw new PortageError('NO_SWAP_ROUTES_FOUND');
  const tolerance = BigInt(slippageBps);
  const threshold = isExactIn
    ? (amountOut * (bps - tolerance)) / bps
    : (amountIn * (bps + tolerance) + bps - 1n) / bps;
  return {
    inputMint,
    inAmount: amountIn.toString(),
    outputMint,
    outAmount: amountOut.toString(),
    otherAmountThreshold: (threshold > 0n ? threshold : 1n).toString(),
    swapMode,
    slippageBps,
    platformFee: null,
    priceImpactPct: '0',
    routePlan: part.path.hops.map(({ pool, tokenIn, tokenOut }) => ({
      swapInfo: {
        ammKey: pool.id,
        label: 'Test Pool',
        inputMint: tokenIn,
        outputMint: tokenOut,
        inAmount: amountIn.toString(),
        outAmount: amountOut.toString(),
      },
      percent: 100,
      bps: 10_000,
    })),
    contextSlot,
    timeTaken: 0,
  };
}

function invalid({ issues: [issue] }: z.ZodError): VenueAnswer {
  return refusal(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, 'INVALID_REQUEST');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
