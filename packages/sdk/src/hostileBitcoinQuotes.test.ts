import { createBitcoinExecutor, keyWallet } from '@portage/bitcoin';
import { bitcoinCodec, createBitcoinCodec, type BitcoinNetwork } from '@portage/bitcoin/codec';
import {
  createPsbt,
  orderMarkScript,
  scriptOf,
  type Coin,
  type Output,
} from '@portage/bitcoin/transaction';
import { verifyQuote, type VerifyQuoteOptions } from '@portage/client';
import { isPortageError, type ChainInfo, type OrderData, type Quote } from '@portage/core';
import { evmCodec } from '@portage/evm/codec';
import { hashOrder } from '@portage/order';
import { expect, it } from 'vitest';
import {
  chains as recordedChains,
  executors,
  now,
  quotes,
  withoutSignature,
} from '../test/recordedQuotes.js';

// What a hostile service could change in a quote for money on Bitcoin. Each change alone is
// refused, for its own reason.

const network = 'regtest';
const chainId = 8253038;
const amount = 500_000_000n;
const fee = 2_000n;
const wallet = keyWallet(new Uint8Array(32).fill(7), network);
const payer = await wallet.address();
const thief = await keyWallet(new Uint8Array(32).fill(8), network).address();
const vault = await keyWallet(new Uint8Array(32).fill(9), network).address();
const otherId = `0x${'cd'.repeat(32)}`;

const solana = recordedChains.find(({ vmType }) => vmType === 'svm');
const recorded = quotes.find(({ kind }) => kind === 'deposit of SOL');
if (solana === undefined || recorded === undefined) throw new Error('a quote of SOL is recorded');

/** A recorded text of Solana, told of Bitcoin. */
function onBitcoin<Value>(value: Value): Value {
  const names: readonly (readonly [string, string])[] = [
    [String(solana?.id), String(chainId)],
    ['"solana"', '"bitcoin"'],
    ['"svm"', '"bvm"'],
    [`"${solana?.protocol.v2.depository ?? ''}"`, `"${vault}"`],
    [`"${solana?.currency.address ?? ''}"`, `"${bitcoinCodec.nativeCurrency}"`],
    [`"${recorded?.request.user ?? ''}"`, `"${payer}"`],
  ];
  return JSON.parse(
    names.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value)),
  ) as Value;
}

const bitcoin: ChainInfo = onBitcoin(solana);
const chains = [...recordedChains, bitcoin];
const { request, quote: template } = onBitcoin(withoutSignature(recorded));

const coin = (address: string, value: bigint, vout = 0): Coin => ({
  txId: 'aa'.repeat(32),
  vout,
  value,
  script: scriptOf(address, network),
});
const pays = (address: string, value: bigint): Output => ({
  script: scriptOf(address, network),
  value,
});
const marks = (orderId: string, depositor?: string): Output => ({
  script: orderMarkScript(
    { orderIds: [orderId], ...(depositor === undefined ? {} : { depositor }) },
    'text',
    network,
  ),
  value: 0n,
});

/** Parts of a quote. */
interface Parts {
  readonly coins: readonly Coin[];
  /** Outputs of the transaction, which pays the order of an id. */
  readonly outputs: (orderId: string) => readonly Output[];
  /** Changes the PSBT as hex. */
  readonly psbt: (hex: string) => string;
  /** Changes the order before it is hashed. */
  readonly order: (order: OrderData) => void;
  /** Changes the finished quote. */
  readonly quote: (quote: Quote) => void;
  readonly options: Partial<VerifyQuoteOptions>;
}

const change = 1_000_000n;
const honest: Parts = {
  coins: [coin(payer, amount), coin(payer, change + fee, 1)],
  outputs: (orderId) => [pays(vault, amount), marks(orderId), pays(payer, change)],
  psbt: (hex) => hex,
  order: () => undefined,
  quote: () => undefined,
  options: {},
};

/** The outputs of the honest quote, with one of them replaced, and others added. */
const outputs =
  (place: number, other: (orderId: string) => readonly Output[]): Parts['outputs'] =>
  (orderId) =>
    honest.outputs(orderId).flatMap((output, at) => (at === place ? other(orderId) : [output]));

/** Why a quote made of parts is refused; undefined where it would be signed. */
async function refusalOf(changed: Partial<Parts>): Promise<unknown> {
  const parts = { ...honest, ...changed };
  const quote = structuredClone(template);
  const { v2 } = quote.protocol;
  if (v2 === undefined) throw new Error('the quote has an order');
  parts.order(v2.orderData);
  const orderId = hashOrder(v2.orderData, (slug) => (slug === 'bitcoin' ? bitcoinCodec : evmCodec));
  v2.orderId = orderId;
  const psbt = createPsbt({ coins: parts.coins, outputs: parts.outputs(orderId), network });
  for (const item of quote.steps.flatMap(({ items }) => items))
    item.data = { psbt: parts.psbt(psbt), chainId };
  parts.quote(quote);
  const options = { request, chains, now, executors: [executorOf(network), ...executors] };
  try {
    await verifyQuote(quote, { ...options, ...parts.options });
    return undefined;
  } catch (error) {
    return isPortageError(error, 'QUOTE_VERIFICATION_FAILED')
      ? error.message.replace('The quote was refused ', '')
      : error;
  }
}

function executorOf(other: BitcoinNetwork) {
  return createBitcoinExecutor({
    wallet: keyWallet(new Uint8Array(32).fill(7), other),
    network: other,
    url: 'http://localhost:1',
  });
}

/** Coins that are worth the deposit, its change and a fee: so many for so much. */
const coinsFor = (count: number, paid: bigint): readonly Coin[] =>
  Array.from({ length: count }, (_, place) =>
    coin(payer, place === 0 ? amount + change + paid - BigInt(count - 1) : 1n, place),
  );
const edited =
  (from: RegExp, to: string) =>
  (hex: string): string => {
    expect(hex).toMatch(from);
    return hex.replace(from, to);
  };
const sequence = (hex: string): Partial<Parts> => ({ psbt: edited(/fdffffff/, hex) });
/** Key and value of the signature type of the first input. */
const sighash = (hex: string): Partial<Parts> => ({
  psbt: edited(/01030401000000/, `010304${hex}`),
});

it.each<[string, Partial<Parts>]>([
  ['the quote as it was made', {}],
  ['no change', { coins: [coin(payer, amount + fee)], outputs: outputs(2, () => []) }],
  ['the payer as depositor of the mark', { outputs: outputs(1, (id) => [marks(id, payer)]) }],
  ['the highest fee that is accepted', { coins: coinsFor(40, 1_000_000n) }],
  ['a transaction that cannot be replaced', sequence('ffffffff')],
  ['codecs that take every network', { options: { codecs: [bitcoinCodec] } }],
])('is signed with %s', async (_, parts) => {
  expect(await refusalOf(parts)).toBeUndefined();
});

it.each<[string, string, Partial<Parts>]>([
  ['another vault', 'depository', { outputs: outputs(0, () => [pays(thief, amount)]) }],
  ['less for the vault', 'amount', { outputs: outputs(0, () => [pays(vault, amount - 1n)]) }],
  [
    'more for the vault',
    'amount',
    { outputs: outputs(0, () => [pays(vault, amount + 1n)]), coins: coinsFor(2, fee) },
  ],
  [
    'the money in two outputs',
    'amount',
    { outputs: outputs(0, () => [pays(vault, amount - 1_000n), pays(vault, 1_000n)]) },
  ],
  ['the mark of another order', 'order-id', { outputs: outputs(1, () => [marks(otherId)]) }],
  [
    'somebody else as depositor of the mark',
    'effects: in the name of another account',
    { outputs: outputs(1, (id) => [marks(id, thief)]) },
  ],
  [
    'the change for somebody else',
    'effects: without order id',
    { outputs: outputs(2, () => [pays(thief, change)]) },
  ],
  [
    'a coin of somebody else',
    'effects: several owners',
    { coins: [coin(payer, amount), coin(thief, change + fee, 1)] },
  ],
  [
    'coins of somebody else alone',
    'effects: in the name of another account',
    {
      coins: [coin(thief, amount), coin(thief, change + fee, 1)],
      outputs: outputs(2, () => [pays(thief, change)]),
    },
  ],
  [
    'the same coin twice',
    'effects: not a PSBT',
    { psbt: edited(/(?<=(aa){32})01000000/, '00000000') },
  ],
  ['a lock by the age of a coin', 'effects: the sequence 10', sequence('0a000000')],
  ['a lock by the time of a coin', 'effects: the sequence 4194309', sequence('05004000')],
  [
    'a sequence that lets a lock by time count',
    'effects: the sequence 4294967292',
    sequence('fcffffff'),
  ],
  ['signatures over no output', 'effects: the type 2', sighash('02000000')],
  ['signatures over one output', 'effects: the type 3', sighash('03000000')],
  ['signatures that let others add inputs', 'effects: the type 129', sighash('81000000')],
  ['signatures over one output alone', 'effects: the type 131', sighash('83000000')],
  ['a type of signatures that only Taproot has', 'effects: the type 0', sighash('00000000')],
  ['a fee that is too high', 'effects: a fee of 1000001', { coins: coinsFor(40, 1_000_001n) }],
  [
    'a fee that is too high for its size',
    'effects: a fee of 200000',
    { coins: coinsFor(2, 200_000n) },
  ],
  ['the change as a fee', 'effects: a fee of 1002000', { outputs: outputs(2, () => []) }],
  [
    'a further output',
    'effects: without order id',
    { outputs: outputs(2, () => [pays(payer, change - 1_000n), pays(thief, 1_000n)]) },
  ],
  [
    'a further output to a script without an address',
    'effects: without an address',
    {
      outputs: outputs(2, () => [
        pays(payer, change - 1_000n),
        { script: new Uint8Array([0x51]), value: 1_000n },
      ]),
    },
  ],
  [
    'the change in two outputs',
    'effects: several outputs of change',
    { outputs: outputs(2, () => [pays(payer, change - 1_000n), pays(payer, 1_000n)]) },
  ],
  [
    'two marks',
    'effects: several marks',
    { outputs: outputs(1, (id) => [marks(id), marks(otherId)]) },
  ],
  [
    'the same mark twice',
    'effects: several marks',
    { outputs: outputs(1, (id) => [marks(id), marks(id)]) },
  ],
  ['no mark', 'effects: without order id', { outputs: outputs(1, () => []) }],
  [
    'a mark that burns money',
    'effects: burns money',
    { outputs: outputs(1, (id) => [{ ...marks(id), value: 500n }]) },
  ],
  ['no PSBT', 'effects: not a PSBT', { psbt: () => '70736274ff' }],
  [
    'a wallet of another network',
    'order-id',
    { options: { executors: [executorOf('mainnet'), ...executors] } },
  ],
  [
    'a wallet of another network, though the codec takes every one',
    'depository',
    { options: { executors: [executorOf('mainnet'), ...executors], codecs: [bitcoinCodec] } },
  ],
  [
    'the vault of another network',
    'depository',
    {
      quote: ({ protocol }) => {
        if (protocol.v2 !== undefined)
          protocol.v2.paymentDetails.depository = createBitcoinCodec('mainnet').decodeAddress(
            bitcoinCodec.encodeAddress(vault),
          );
      },
      options: { codecs: [bitcoinCodec] },
    },
  ],
  [
    'another recipient in the order',
    'recipient',
    {
      order: ({ output }) => {
        for (const payment of output.payments) payment.recipient = `0x${'bad0'.repeat(10)}`;
      },
    },
  ],
  [
    'another recipient in the order, under the same id',
    'order-id',
    {
      quote: ({ protocol }) => {
        for (const payment of protocol.v2?.orderData.output.payments ?? [])
          payment.recipient = `0x${'bad0'.repeat(10)}`;
      },
    },
  ],
  [
    'a refund for somebody else',
    'refund',
    {
      order: ({ inputs }) => {
        for (const refund of inputs.flatMap(({ refunds }) => refunds))
          if (refund.chainId === 'bitcoin') refund.recipient = thief;
      },
    },
  ],
  [
    'the deposit once more',
    'effects: more than once',
    {
      quote: (quote) => {
        quote.steps.push(...structuredClone(quote.steps));
      },
    },
  ],
  [
    'a plain transfer without the order',
    'effects: without order id',
    {
      quote: (quote) => {
        for (const step of quote.steps) step.id = 'send';
      },
    },
  ],
])('is refused with %s (%s)', async (_, check, parts) => {
  const [code = '', words = ''] = check.split(': ');
  const refusal = await refusalOf(parts);
  expect(refusal).toMatch(`(${code}): `);
  expect(refusal).toMatch(words);
});
