import { verifyQuote } from '@portage/client';
import { isPortageError, type ChainInfo, type OrderData, type Quote } from '@portage/core';
import { evmCodec } from '@portage/evm/codec';
import { createExchangeExecutor, keySigner } from '@portage/exchange';
import { exchangeCodec } from '@portage/exchange/codec';
import { privateKeyFrom } from '@portage/exchange/signature';
import { hashOrder } from '@portage/order';
import { expect, it } from 'vitest';
import {
  chains as recordedChains,
  executors,
  now,
  quotes,
  withoutSignature,
} from '../test/recordedQuotes.js';

// What a hostile service could change in a quote for money on the exchange. Each change alone is
// refused, for its own reason.

const chainId = 3586256;
const amount = 500_000_000;
const payer = 509564;
const depository = 723071;
const thief = 731033;
const otherId = `0x${'cd'.repeat(32)}`;

const solana = recordedChains.find(({ vmType }) => vmType === 'svm');
const recorded = quotes.find(({ kind }) => kind === 'deposit of SOL');
if (solana === undefined || recorded === undefined) throw new Error('a quote of SOL is recorded');

/** A recorded text of Solana, told of the exchange. */
function onExchange<Value>(value: Value): Value {
  const names: readonly (readonly [string, string])[] = [
    [String(solana?.id), String(chainId)],
    ['"solana"', '"lighter"'],
    ['"svm"', '"lvm"'],
    [`"${solana?.protocol.v2.depository ?? ''}"`, `"${String(depository)}"`],
    [`"${solana?.currency.address ?? ''}"`, `"${exchangeCodec.nativeCurrency}"`],
    [`"${recorded?.request.user ?? ''}"`, `"${String(payer)}"`],
  ];
  return JSON.parse(
    names.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value)),
  ) as Value;
}

const exchange: ChainInfo = onExchange(solana);
const chains = [...recordedChains, exchange];
const { request, quote: template } = onExchange(withoutSignature(recorded));

const executor = createExchangeExecutor({
  signer: keySigner({
    accountIndex: payer,
    apiKeyIndex: 2,
    privateKey: privateKeyFrom(new Uint8Array(64).fill(7)),
    owner: {
      address: '0x00000000000000000000000000000000000000aa',
      signMessage: () => Promise.reject(new Error('Nothing is signed here.')),
    },
  }),
  url: 'http://localhost:1',
});

/** Parts of a quote. */
interface Parts {
  /** Parameters of the transfer that differ. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Members of the item's data that differ. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Type of the action. */
  readonly type?: string;
  /** Changes the order before it is hashed. */
  readonly order?: (order: OrderData) => void;
  /** Changes the finished quote. */
  readonly quote?: (quote: Quote) => void;
}

/** Why a quote made of parts is refused; undefined where it would be signed. */
async function refusalOf({
  parameters,
  data,
  type = 'transfer',
  ...parts
}: Parts): Promise<unknown> {
  const quote = structuredClone(template);
  const { v2 } = quote.protocol;
  if (v2 === undefined) throw new Error('the quote has an order');
  parts.order?.(v2.orderData);
  v2.orderId = hashOrder(v2.orderData, (slug) => (slug === 'lighter' ? exchangeCodec : evmCodec));
  const transfer = {
    toAccountIndex: depository,
    assetIndex: 3,
    fromRouteType: 0,
    toRouteType: 0,
    amount,
    usdcFee: 3_000_000,
    memo: v2.orderId,
    ...parameters,
  };
  for (const item of quote.steps.flatMap(({ items }) => items))
    item.data = { action: { type, parameters: transfer }, chainId, ...data };
  parts.quote?.(quote);
  try {
    await verifyQuote(quote, { request, chains, now, executors: [executor, ...executors] });
    return undefined;
  } catch (error) {
    if (!isPortageError(error)) throw error;
    return error.code === 'QUOTE_VERIFICATION_FAILED'
      ? error.message.replace('The quote was refused ', '')
      : error.code;
  }
}

it.each<[string, Parts]>([
  ['as it was made', {}],
  ['with the highest fee that is accepted', { parameters: { usdcFee: 5_000_000 } }],
  ['with an amount as text', { parameters: { amount: String(amount) } }],
])('a quote is signed %s', async (_, parts) => {
  expect(await refusalOf(parts)).toBeUndefined();
});

it.each<[string, string, Parts]>([
  ['another receiver', '(depository)', { parameters: { toAccountIndex: thief } }],
  ['the payer as the receiver', '(effects)', { parameters: { toAccountIndex: payer } }],
  ['a receiver that is none', '(effects)', { parameters: { toAccountIndex: -1 } }],
  ['another asset', '(effects)', { parameters: { assetIndex: 1 } }],
  ['an asset that does not exist', '(effects)', { parameters: { assetIndex: 0 } }],
  ['money of spot markets', '(currency)', { parameters: { fromRouteType: 1, toRouteType: 1 } }],
  ['another route of the payer', '(effects)', { parameters: { fromRouteType: 1 } }],
  ['another route of the receiver', '(effects)', { parameters: { toRouteType: 1 } }],
  [
    'a route that does not exist',
    '(effects)',
    { parameters: { fromRouteType: 2, toRouteType: 2 } },
  ],
  ['more', '(amount)', { parameters: { amount: amount + 1 } }],
  ['less', '(amount)', { parameters: { amount: amount - 1 } }],
  ['nothing', '(effects)', { parameters: { amount: 0 } }],
  ['an amount that JSON rounded', '(effects)', { parameters: { amount: 2 ** 53 } }],
  ['a fraction', '(effects)', { parameters: { amount: amount + 0.5 } }],
  ['a fee above the bound', '(effects)', { parameters: { usdcFee: 5_000_001 } }],
  ['a fee below nothing', '(effects)', { parameters: { usdcFee: -1 } }],
  ['the memo of another order', '(order-id)', { parameters: { memo: otherId } }],
  ['an empty memo', '(effects)', { parameters: { memo: `0x${'00'.repeat(32)}` } }],
  ['a short memo', '(effects)', { parameters: { memo: otherId.slice(0, -2) } }],
  ['another type of action', 'NO_EXECUTOR', { type: 'withdraw' }],
  ['a parameter that nobody knows', '(effects)', { parameters: { l2Fee: 7 } }],
  ['another chain', 'NO_EXECUTOR', { data: { chainId: 8453 } }],
  [
    'an account that is paid twice',
    '(effects)',
    {
      quote: ({ steps }) => {
        const items = steps[0]?.items;
        items?.push(structuredClone(items[0]!));
      },
    },
  ],
  [
    'a refund to somebody else',
    '(refund)',
    {
      order: ({ inputs }) => {
        const refund = inputs[0]?.refunds.find((each) => each.chainId === 'lighter');
        if (refund !== undefined) refund.recipient = String(thief);
      },
    },
  ],
  [
    'payment details of somebody else',
    '(depository)',
    {
      quote: ({ protocol }) => {
        const details = protocol.v2?.paymentDetails;
        if (details !== undefined) details.depository = String(thief);
      },
    },
  ],
])('Q4, Q6, Q7: a quote is refused with %s', async (_, reason, parts) => {
  expect(await refusalOf(parts)).toMatch(reason);
});
