import { expect, it } from 'vitest';
import { draftOrder, type OrderTerms } from './draftOrder.js';

const terms: OrderTerms = {
  solver: { chainSlug: 'base', address: '0x50' },
  salt: `0x${'5a'.repeat(32)}`,
  deadline: 1_900_000_000,
  origin: {
    chainSlug: 'optimism',
    currency: '0x01',
    extraData: '0xde',
    refundRecipient: '0x0a',
    amount: 1_000n,
  },
  destination: {
    chainSlug: 'solana',
    currency: 'mint',
    extraData: '0xf1',
    refundRecipient: 'refunds',
    recipient: 'recipient',
    minimumAmount: 980n,
    expectedAmount: 990n,
    calls: ['0xca11'],
  },
};

const refund = { minimumAmount: '0', deadline: 1_900_000_000 };

it('writes one input and one output, and a refund on each side', () => {
  expect(draftOrder(terms)).toEqual({
    version: 'v1',
    solverChainId: 'base',
    solver: '0x50',
    salt: `0x${'5a'.repeat(32)}`,
    inputs: [
      {
        payment: { chainId: 'optimism', currency: '0x01', amount: '1000', weight: '1' },
        refunds: [
          {
            ...refund,
            chainId: 'optimism',
            recipient: '0x0a',
            currency: '0x01',
            extraData: '0xde',
          },
          {
            ...refund,
            chainId: 'solana',
            recipient: 'refunds',
            currency: 'mint',
            extraData: '0xf1',
          },
        ],
      },
    ],
    output: {
      chainId: 'solana',
      payments: [
        { recipient: 'recipient', currency: 'mint', minimumAmount: '980', expectedAmount: '990' },
      ],
      calls: ['0xca11'],
      deadline: 1_900_000_000,
      extraData: '0xf1',
    },
    fees: [],
  });
});

it('pays a top-up to the recipient, exactly, after the output', () => {
  const destination = { ...terms.destination, topup: { currency: 'native', amount: 7n } };
  expect(draftOrder({ ...terms, destination }).output.payments.slice(1)).toEqual([
    { recipient: 'recipient', currency: 'native', minimumAmount: '7', expectedAmount: '7' },
  ]);
});

it('owes apps their shares on the chain of the solver, in the currency of the deposit', () => {
  const appFees = [
    { recipient: '0xa1', amount: 3n },
    { recipient: '0xa2', amount: 4n },
  ];
  const owed = { recipientChainId: 'base', currencyChainId: 'optimism', currency: '0x01' };
  expect(draftOrder({ ...terms, appFees }).fees).toEqual([
    { ...owed, recipient: '0xa1', amount: '3' },
    { ...owed, recipient: '0xa2', amount: '4' },
  ]);
});
