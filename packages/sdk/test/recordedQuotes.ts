import { readFileSync } from 'node:fs';
import { verifyQuote } from '@portage/client';
import type { ChainInfo, OrderData, Quote, QuoteBody } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import type { Executor } from '@portage/core/executor';
import { createEvmExecutor } from '@portage/evm';
import { evmCodec } from '@portage/evm/codec';
import { hashOrder } from '@portage/order';
import { createSolanaExecutor, keypairWallet } from '@portage/solana';
import { solanaCodec } from '@portage/solana/codec';
import { Connection, Keypair } from '@solana/web3.js';
import {
  createWalletClient,
  custom,
  decodeAbiParameters,
  hashStruct,
  parseAbiParameters,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** A quote as a service gave it, with the request that it answers. */
export interface RecordedQuote {
  readonly kind: string;
  readonly request: QuoteBody;
  readonly quote: Quote;
}

const planParameters = parseAbiParameters([
  'Plan plan',
  'struct Plan { PlanCall[] calls; Settlement settlement; address[] touched; address refundTo; uint256 deadline; bytes32 salt; }',
  'struct PlanCall { address to; uint256 value; bytes data; address token; uint256 allowance; }',
  'struct Settlement { bytes32 id; address account; address token; uint256 minimum; uint256 maximum; }',
]);

/**
 * Signs orders in place of the service that was recorded: a hostile one signs whatever it likes.
 */
const service = privateKeyToAccount(`0x${'5e'.repeat(32)}`);
const text = readFileSync(new URL('quotes.json', import.meta.url), 'utf8');
const recorder = /"orderSigner":"(0x[0-9a-fA-F]{40})"/.exec(text)?.[1] ?? '';
// What `apps/local/src/recordQuotes.ts` wrote; its quotes hold only what verification reads of
// them.
const recorded = JSON.parse(
  text.replaceAll(new RegExp(recorder, 'gi'), service.address.toLowerCase()),
) as {
  readonly now: number;
  readonly chains: readonly ChainInfo[];
  readonly quotes: readonly RecordedQuote[];
};

/** Unix seconds at which the quotes were made. */
export const { now, chains } = recorded;

const unreachable = (): Promise<never> =>
  Promise.reject(new Error('Nobody is asked for a verification.'));
const account = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
);
/** Executors that read items and cannot reach anything. */
export const executors: readonly Executor[] = [
  createEvmExecutor({
    wallet: createWalletClient({ account, transport: custom({ request: unreachable }) }),
  }),
  createSolanaExecutor({
    wallet: keypairWallet(Keypair.generate()),
    connection: new Connection('http://localhost:1'),
  }),
];

/** The recorded quotes, with orders that the new service has signed. */
export const quotes: readonly RecordedQuote[] = await Promise.all(
  recorded.quotes.map(async (entry) => ({
    ...entry,
    quote: await sign(rename(entry.quote, () => undefined)),
  })),
);

/** Verifies a quote, and tells whether it would be signed. */
export async function isAccepted({
  request,
  quote,
}: Pick<RecordedQuote, 'request' | 'quote'>): Promise<boolean> {
  return await verifyQuote(quote, { request, chains, executors, now }).then(
    () => true,
    () => false,
  );
}

async function sign(quote: Quote): Promise<Quote> {
  const { v2 } = quote.protocol;
  if (v2 === undefined) return quote;
  const orderSignature = await service.signMessage({ message: { raw: v2.orderId as Hex } });
  return { ...quote, protocol: { v2: { ...v2, orderSignature } } };
}

/**
 * Makes a quote without a signature, as for a request without `includeProtocolData`: signing takes
 * the most time.
 */
export function withoutSignature({
  request,
  quote,
}: RecordedQuote): Pick<RecordedQuote, 'request' | 'quote'> {
  const { v2 } = quote.protocol;
  return {
    request: { ...request, includeProtocolData: false },
    quote:
      v2 === undefined
        ? quote
        : { ...quote, protocol: { v2: { ...v2, orderSignature: undefined } } },
  };
}

/** Changes the order of a quote, and its id everywhere in the quote. */
export function rename(quote: Quote, change: (order: OrderData) => void): Quote {
  const copy = structuredClone(quote);
  const { v2 } = copy.protocol;
  if (v2 === undefined) return copy;
  change(v2.orderData);
  const orderId = hashOrder(v2.orderData, codecOf);
  const renamed = JSON.stringify(copy).replaceAll(v2.orderId.slice(2), orderId.slice(2));
  return rebind(JSON.parse(renamed) as Quote, orderId);
}

/**
 * Updates the values that follow from the id of an order: its deposit address, and the nonce of an
 * EIP-3009 authorization.
 */
function rebind(quote: Quote, orderId: string): Quote {
  const factory = chains.find(({ id }) => id === quote.details.currencyIn.currency.chainId)
    ?.protocol.v2.depositAddresses;
  const shown = quote.steps
    .map(({ depositAddress = '' }) => depositAddress)
    .find((address) => address !== '');
  const plan = /"plan":"(0x[0-9a-f]+)"/.exec(JSON.stringify(quote))?.[1];
  let json = JSON.stringify(quote);
  if (shown !== undefined && factory !== undefined) {
    const address =
      evmCodec.depositAddress?.(factory, {
        orderId,
        depositor: evmCodec.normalizeAddress(quote.details.sender),
      }) ?? '';
    json = json.replaceAll(shown.slice(2).toLowerCase(), address.slice(2));
  }
  if (plan !== undefined)
    json = json.replace(/("nonce":")0x[0-9a-f]{64}"/, `$1${hashPlan(plan as Hex)}"`);
  return JSON.parse(json) as Quote;
}

function codecOf(slug: string): Codec {
  return chains.find(({ protocol }) => protocol.v2.chainId === slug)?.vmType === 'svm'
    ? solanaCodec
    : evmCodec;
}

/** A plan, read by an implementation that is not ours. */
export function readPlan(plan: Hex) {
  return decodeAbiParameters(planParameters, `0x${'20'.padStart(64, '0')}${plan.slice(2)}`)[0];
}

function hashPlan(plan: Hex): Hex {
  const field = (list: string) =>
    list
      .split(',')
      .map((entry) => ({ name: entry.split(' ')[0] ?? '', type: entry.split(' ')[1] ?? '' }));
  const types = {
    Plan: field(
      'calls PlanCall[],settlement Settlement,touched address[],refundTo address,deadline uint256,salt bytes32',
    ),
    PlanCall: field('to address,value uint256,data bytes,token address,allowance uint256'),
    Settlement: field('id bytes32,account address,token address,minimum uint256,maximum uint256'),
  };
  return hashStruct({ data: readPlan(plan), primaryType: 'Plan', types });
}
