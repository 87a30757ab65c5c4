import { verifyQuote } from '@portage/client';
import { isPortageError, type Quote, type QuoteBody } from '@portage/core';
import { solanaCodec } from '@portage/solana/codec';
import { send } from '@portage/solana/program';
import { Keypair } from '@solana/web3.js';
import { expect, it } from 'vitest';
import {
  chains as recordedChains,
  executors,
  now,
  quotes,
  withoutSignature,
} from '../test/recordedQuotes.js';

// What a hostile service could change in a quote with a deposit address on Solana. Each change
// alone is refused.

const keyOf = (byte: number): string =>
  Keypair.fromSeed(new Uint8Array(32).fill(byte)).publicKey.toBase58();
const [root, otherRoot, thief] = [keyOf(1), keyOf(2), keyOf(3)];
const chains = recordedChains.map((chain) =>
  chain.vmType === 'svm'
    ? { ...chain, protocol: { v2: { ...chain.protocol.v2, depositAddresses: root } } }
    : chain,
);
const recorded = quotes.find(({ kind }) => kind === 'deposit of SOL');
if (recorded === undefined) throw new Error('a quote of SOL is recorded');
const { request: plain, quote: template } = withoutSignature(recorded);
const request: QuoteBody = { ...plain, useDepositAddress: true };
const { orderId, paymentDetails } = template.protocol.v2 ?? {};
if (orderId === undefined || paymentDetails === undefined) throw new Error('it has an order');
const { currency } = paymentDetails;
const amount = BigInt(paymentDetails.amount);
const payer = plain.user;
const owner = { orderId, depositor: payer };
const address = solanaCodec.depositAddress?.(root, owner) ?? '';

/** Parts of the step of a quote. */
interface Parts {
  readonly shown: string;
  readonly paid: string;
  readonly amount: bigint;
  readonly payer: string;
  readonly reference?: string;
}

async function refusalOf(changed: Partial<Parts>, asked = request): Promise<unknown> {
  const parts: Parts = { shown: address, paid: address, amount, payer, ...changed };
  const { paid: recipient, shown: depositAddress, ...terms } = parts;
  const instructions = send({ ...terms, recipient, currency, decimals: 9 }).map((each) => ({
    ...each,
    data: Buffer.from(each.data).toString('hex'),
  }));
  const quote: Quote = structuredClone(template);
  for (const step of quote.steps) {
    Object.assign(step, { depositAddress, depositAddressId: orderId });
    for (const item of step.items)
      item.data = { ...item.data, instructions, addressLookupTableAddresses: [] };
  }
  try {
    await verifyQuote(quote, { request: asked, chains, executors, now });
    return undefined;
  } catch (error) {
    return isPortageError(error, 'QUOTE_VERIFICATION_FAILED')
      ? error.message.replace('The quote was refused ', '').split(':')[0]
      : error;
  }
}

it('a plain transfer to the address of the order is signed', async () => {
  expect(await refusalOf({})).toBeUndefined();
});

const addressOf = (factory: string, changed: Partial<typeof owner> = {}): string =>
  solanaCodec.depositAddress?.(factory, { ...owner, ...changed }) ?? '';

it.each<[string, string, Partial<Parts>]>([
  ['shows the address of a thief', '(deposit-address)', { shown: thief, paid: thief }],
  ['shows one address and pays another', '(deposit-address)', { paid: thief }],
  ['pays the address and shows another', '(deposit-address)', { shown: thief }],
  [
    'shows a child of another root',
    '(deposit-address)',
    { shown: addressOf(otherRoot), paid: addressOf(otherRoot) },
  ],
  [
    'shows the address of another order',
    '(deposit-address)',
    {
      shown: addressOf(root, { orderId: `0x${'ab'.repeat(32)}` }),
      paid: addressOf(root, { orderId: `0x${'ab'.repeat(32)}` }),
    },
  ],
  [
    'shows the address of another depositor',
    '(deposit-address)',
    { shown: addressOf(root, { depositor: thief }), paid: addressOf(root, { depositor: thief }) },
  ],
  ['pays more', '(amount)', { amount: amount + 1n }],
  ['pays with the money of somebody else', '(effects)', { payer: thief }],
  ['carries a reference', '(effects)', { reference: `0x${'ab'.repeat(32)}` }],
])('a quote that %s is refused', async (_, check, parts) => {
  expect(await refusalOf(parts)).toBe(check);
});

it('an address that nobody asked for is refused (deposit-addresses#checked)', async () => {
  expect(await refusalOf({}, plain)).toBe('(deposit-address)');
});
