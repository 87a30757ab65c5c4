import { createBitcoinExecutor, keyWallet } from '@portage/bitcoin';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { verifyQuote } from '@portage/client';
import { isPortageError, type ChainInfo, type Quote } from '@portage/core';
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

// What a hostile service could change in a quote that is paid at an address of Bitcoin.

const network = 'regtest';
const chainId = 8253038;
const amount = 500_000_000n;
const wallet = keyWallet(new Uint8Array(32).fill(7), network);
const payer = await wallet.address();
const thief = await keyWallet(new Uint8Array(32).fill(8), network).address();
const vault = await keyWallet(new Uint8Array(32).fill(9), network).address();
/** Extended public keys of test networks. */
const extendedKey =
  'tpubD6NzVbkrYhZ4XAhKE5b3VVtF4kipaPAEwhcF7e54zMkPoGh5C5rZFnpV4PMfB8gHhgqEK6hQZynZWbQWLiR2hhMohdfoBSzxG6NfD8F58rE';
const otherKey =
  'tpubD6NzVbkrYhZ4Ydt4ZaoatgGBDEJR3ajCc8LTWP4rE1HXuvjChN9pvj6HnamnNBuQL19s7CX4tnwKKW5Uh2d6xVKixe2EVzSkVUYsUGkTNYw';

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

const listed = onBitcoin(solana);
const { request: plain, quote: template } = onBitcoin(withoutSignature(recorded));
const request = { ...plain, useDepositAddress: true };

/** Changes that a hostile service may make. */
interface Parts {
  /** Extended key in the list of chains that the client trusts. */
  readonly trusted: string | undefined;
  readonly addressOf: (orderId: string) => string;
  /** Address that the transfer pays; that of the step unless given. */
  readonly to?: string;
  readonly value: bigint;
  readonly recoveryAddress?: string;
  readonly quote: (quote: Quote) => void;
}

const addressOf =
  (factory: string, depositor: string) =>
  (orderId: string): string =>
    bitcoinCodec.depositAddress?.(factory, { orderId, depositor }) ?? 'no address';

const honest: Parts = {
  trusted: extendedKey,
  addressOf: addressOf(extendedKey, payer),
  value: amount,
  quote: () => undefined,
};

/** Why a quote made of parts is refused; undefined where it would be paid. */
async function refusalOf(changed: Partial<Parts>): Promise<unknown> {
  const parts = { ...honest, ...changed };
  const quote = structuredClone(template);
  const { v2 } = quote.protocol;
  if (v2 === undefined) throw new Error('the quote has an order');
  const orderId = hashOrder(v2.orderData, (slug) => (slug === 'bitcoin' ? bitcoinCodec : evmCodec));
  v2.orderId = orderId;
  const address = parts.addressOf(orderId);
  for (const step of quote.steps) {
    step.depositAddress = address;
    for (const item of step.items)
      item.data = { to: parts.to ?? address, value: parts.value.toString(), chainId };
  }
  parts.quote(quote);
  const bitcoin: ChainInfo = {
    ...listed,
    protocol: { v2: { ...listed.protocol.v2, depositAddresses: parts.trusted } },
  };
  const { recoveryAddress } = parts;
  try {
    await verifyQuote(quote, {
      request: { ...request, ...(recoveryAddress === undefined ? {} : { recoveryAddress }) },
      chains: [...recordedChains, bitcoin],
      now,
      executors: [
        createBitcoinExecutor({ wallet, network, url: 'http://localhost:1' }),
        ...executors,
      ],
    });
    return undefined;
  } catch (error) {
    return isPortageError(error, 'QUOTE_VERIFICATION_FAILED') ? error.context['check'] : error;
  }
}

it.each<[string, Partial<Parts>]>([
  ['the address of the order and its payer', {}],
  [
    'the address of whom the payer named to recover the money',
    { addressOf: addressOf(extendedKey, thief), recoveryAddress: thief },
  ],
])('is paid at %s', async (_, parts) => {
  expect(await refusalOf(parts)).toBeUndefined();
});

it.each<[string, string, Partial<Parts>]>([
  ['an address of the service', 'deposit-address', { addressOf: () => thief }],
  ['an address of another key', 'deposit-address', { addressOf: addressOf(otherKey, payer) }],
  [
    'the address of somebody else under the order',
    'deposit-address',
    { addressOf: addressOf(extendedKey, thief) },
  ],
  [
    'the address of another order',
    'deposit-address',
    { addressOf: () => addressOf(extendedKey, payer)(`0x${'cd'.repeat(32)}`) },
  ],
  ['a transfer to another address than it shows', 'deposit-address', { to: thief }],
  ['more than was quoted', 'amount', { value: amount + 1n }],
  ['less than was quoted', 'amount', { value: amount - 1n }],
  [
    'the transfer twice',
    'effects',
    {
      quote: ({ steps }) => {
        steps.push(...structuredClone(steps));
      },
    },
  ],
  ['any address, where the list of chains has no key', 'deposit-address', { trusted: undefined }],
])('is not paid at %s', async (_, check, parts) => {
  expect(await refusalOf(parts)).toBe(check);
});

it('is not paid where the list of chains has something else in the place of the key (deposit-addresses#checked)', async () => {
  const refused = await refusalOf({ trusted: thief });
  expect(isPortageError(refused, 'INVALID_ADDRESS')).toBe(true);
});
