import { testPoolProgram } from '@portage/contracts/solana';
import type { SwapRequest } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  createAssociatedToken,
  depositoryAddresses,
  programs,
} from '@portage/solana/program';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedAccounts } from '../../calls/guardedAccounts.js';
import { createVenueSource, type VenueSource } from './createVenueSource.js';
import { venueSchema } from '../../venueConfig.js';
import { z } from 'zod';

/** A venue that answers whatever it likes, over real HTTP. */
const address = (byte: number): string => solanaCodec.decodeAddress(new Uint8Array(32).fill(byte));
const [mintIn, mintOut, solver, allocator, swapKey, thief, other] = [1, 2, 3, 4, 5, 6, 7].map(
  (byte) => address(byte + 10),
) as [string, string, string, string, string, string, string];
const depository = address(30);
const filler = address(31);
const ata = (owner: string, mint: string): string =>
  associatedTokenAddress({ owner, mint, tokenProgram: programs.token });
const amount = 1_000_000n;

type Json = Record<string, unknown>;
interface Answers {
  quote: unknown;
  swap: unknown;
  status: number;
  /** Text in place of JSON. */
  text?: string;
}
let answers: Answers;
let server: Server;
let url: string;
const closing = new AbortController();

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      const answer = request.method === 'GET' ? answers.quote : answers.swap;
      response.writeHead(answers.status).end(answers.text ?? JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/swap/v1`;
});
afterAll(async () => {
  closing.abort();
  await new Promise((resolve) => server.close(resolve));
});

const honestQuote: Json = {
  inputMint: mintIn,
  outputMint: mintOut,
  inAmount: amount.toString(),
  outAmount: '2000000',
  otherAmountThreshold: '1990000',
  swapMode: 'ExactIn',
  slippageBps: 50,
  platformFee: null,
  priceImpactPct: '0',
  routePlan: [{ swapInfo: {}, percent: 100 }],
};

const meta = (pubkey: string, isSigner = false, isWritable = false) => ({
  pubkey,
  isSigner,
  isWritable,
});
const honestKeys = [
  meta(swapKey, true),
  meta(ata(swapKey, mintIn), false, true),
  meta(ata(swapKey, mintOut), false, true),
  meta(programs.token),
];
const swapInstruction = (members: Json = {}): Json => ({
  programId: testPoolProgram.address,
  accounts: honestKeys,
  data: 'AQID',
  ...members,
});
const honestSwap: Json = {
  setupInstructions: [],
  swapInstruction: swapInstruction(),
  cleanupInstruction: null,
  otherInstructions: [],
  computeBudgetInstructions: [],
  addressLookupTableAddresses: [],
};

/** A source with the reasons of its refusals. */
function open(): { readonly source: VenueSource; readonly reasons: string[] } {
  const reasons: string[] = [];
  const config = venueSchema(z.string(), z.string()).parse({
    id: 'jupiter',
    kind: 'jupiter',
    urls: [url],
    programs: [testPoolProgram.address],
  });
  const service = {
    programs: { depository, filler },
    addresses: depositoryAddresses(depository),
    mints: [mintIn, mintOut, other],
    solver,
    allocator,
    swapKey,
    tokenProgramOf: () => programs.token,
  };
  const source = createVenueSource({
    config,
    mints: service.mints,
    solver,
    rules: {
      programs: new Set([testPoolProgram.address]),
      key: swapKey,
      guarded: guardedAccounts(service),
    },
    clock: Date.now,
    log: (_, { reason }) => reasons.push(String(reason)),
    signal: closing.signal,
  });
  return { source, reasons };
}

/** Asks for a payment of a venue that answers so. */
async function ask(given: Partial<Answers>) {
  answers = { quote: honestQuote, swap: honestSwap, status: 200, ...given };
  const { source, reasons } = open();
  const request: SwapRequest = {
    tokenIn: mintIn,
    tokenOut: mintOut,
    type: 'EXACT_INPUT',
    amount,
    venues: 'payment',
  };
  await source.ask(request);
  return { quote: source.quote(request)?.value, reasons, source };
}

it('takes an honest answer, and what it builds is the instruction as it was judged', async () => {
  const { quote, reasons, source } = await ask({});
  expect(reasons).toEqual([]);
  expect(quote).toMatchObject({ amountIn: amount, amountOut: 2_000_000n, isEstimate: false });
  const [call, ...others] = source.build(quote!, { limit: 1n, deadline: 0 });
  expect(others).toEqual([]);
  expect(call).toMatchObject({ to: testPoolProgram.address, value: 0n });
});

it('leaves out openings of the accounts of the swap, which are open', async () => {
  const { programId, keys } = createAssociatedToken(swapKey, {
    owner: swapKey,
    mint: mintOut,
    tokenProgram: programs.token,
  });
  const opening = { programId, accounts: keys, data: 'AQ==' };
  const { quote } = await ask({ swap: { ...honestSwap, setupInstructions: [opening] } });
  expect(quote).toBeDefined();
});

it('takes the swap key named again without a signature, as programs within are given it', async () => {
  const { quote } = await ask(withKeys(meta(swapKey)));
  expect(quote).toBeDefined();
});

const withKeys = (...keys: readonly object[]): Partial<Answers> => ({
  swap: { ...honestSwap, swapInstruction: swapInstruction({ accounts: [...honestKeys, ...keys] }) },
});
const quoted = (members: Json): Partial<Answers> => ({ quote: { ...honestQuote, ...members } });
const swapped = (members: Json): Partial<Answers> => ({ swap: { ...honestSwap, ...members } });

describe('a hostile answer is refused by name', () => {
  it.each<[string, Partial<Answers>, RegExp]>([
    ['a status that is no success', { status: 500 }, /500/],
    ['a redirect', { status: 302 }, /302/],
    ['no JSON', { text: '<html>' }, /no JSON/],
    ['more bytes than allowed', { text: ' '.repeat(70_000) }, /./],
    ['nothing', { quote: null }, /no quote/],
    ['another mint that is given', quoted({ inputMint: mintOut }), /other mints/],
    ['another mint that comes out', quoted({ outputMint: other }), /other mints/],
    ['another amount', quoted({ inAmount: '999999' }), /another amount/],
    ['an output of nothing', quoted({ outAmount: '0' }), /outAmount/],
    ['an output below nothing', quoted({ outAmount: '-5' }), /outAmount/],
    ['an output that is no integer', quoted({ outAmount: '1e9' }), /outAmount/],
    ['an output as a number', quoted({ outAmount: 2_000_000 }), /outAmount/],
    ['an output beyond 64 bits', quoted({ outAmount: '18446744073709551616' }), /more than an/],
    ['the other mode', quoted({ swapMode: 'ExactOut' }), /swapMode/],
    ['no route', quoted({ routePlan: [] }), /routePlan/],
    ['no instruction', swapped({ swapInstruction: null }), /swapInstruction/],
    ['a lookup table', swapped({ addressLookupTableAddresses: [other] }), /lookup tables/],
    ['a tip', swapped({ otherInstructions: [swapInstruction()] }), /other instructions/],
    ['a clean-up', swapped({ cleanupInstruction: swapInstruction() }), /cleanupInstruction/],
    [
      'a ledger of tokens',
      swapped({ tokenLedgerInstruction: swapInstruction() }),
      /tokenLedgerInstruction/,
    ],
    ['a set-up of its own', swapped({ setupInstructions: [swapInstruction()] }), /sets up more/],
    [
      'a program that is not on the list',
      swapped({ swapInstruction: swapInstruction({ programId: programs.token }) }),
      /not on the list/,
    ],
    [
      'data that is no base64',
      swapped({ swapInstruction: swapInstruction({ data: '!!' }) }),
      /data/,
    ],
    ['an account that is no address', withKeys(meta('0OIl')), /accounts/],
    ['the solver, to read it', withKeys(meta(solver)), /account of the service/],
    ['the solver as a signer', withKeys(meta(solver, true, true)), /sign/],
    ['another signer', withKeys(meta(thief, true)), /sign/],
    [
      'the swap key without its signature',
      swapped({
        swapInstruction: swapInstruction({ accounts: [meta(swapKey), ...honestKeys.slice(1)] }),
      }),
      /does not have the swap key sign/,
    ],
    ['tokens of the solver', withKeys(meta(ata(solver, mintIn), false, true)), /of the service/],
    ['another account of the swap key', withKeys(meta(ata(swapKey, other))), /of the service/],
    ['the allocator', withKeys(meta(allocator)), /of the service/],
    ['the vault', withKeys(meta(depositoryAddresses(depository).vault)), /of the service/],
    ['the depository', withKeys(meta(depository)), /of the service/],
    ['the filler', withKeys(meta(filler)), /of the service/],
    [
      'no account that gets the output',
      swapped({
        swapInstruction: swapInstruction({
          accounts: [...honestKeys.filter((_, place) => place !== 2), meta(ata(thief, mintOut))],
        }),
      }),
      /does not name/,
    ],
    [
      'more accounts than fit',
      withKeys(...Array.from({ length: 30 }, (_, place) => meta(address(100 + place)))),
      /bytes/,
    ],
    [
      'more data than fits',
      swapped({ swapInstruction: swapInstruction({ data: Buffer.alloc(601).toString('base64') }) }),
      /too many bytes/,
    ],
  ])('%s', async (_, given, reason) => {
    const { quote, reasons } = await ask(given);
    expect(quote).toBeUndefined();
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(reason);
  });
});
