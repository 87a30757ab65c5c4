import { PortageError } from '@portage/core';
import type { DepositPayer } from '@portage/core/plugin';
import { expect, it } from 'vitest';
import { testChains, usdcToken } from '../test/chains.js';
import { createQuoterHarness, testPayer } from '../test/quoterHarness.js';

const body = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.optimism,
  amount: '60000000',
  additionalData: { userPublicKey: '02aa' },
};

it('has the steps of a payer made of what its chain has read of it', async () => {
  const asked: DepositPayer[] = [];
  const { quote } = createQuoterHarness({
    chains: testChains({
      base: {
        forPayer: (payer) => {
          asked.push(payer);
          return Promise.resolve({
            steps: ({ orderId, amount }) => [
              {
                id: 'deposit',
                action: 'Sign',
                description: 'Pay',
                kind: 'transaction',
                items: [{ status: 'incomplete', data: { orderId, amount: amount.toString() } }],
              },
            ],
          });
        },
      },
    }),
  });
  const { steps, protocol } = await quote(body);
  expect(asked).toEqual([{ payer: testPayer, currency: usdcToken.base, publicKey: '02aa' }]);
  expect(steps.map(({ items }) => items[0]?.data)).toEqual([
    { orderId: protocol.v2?.orderId, amount: '60000000' },
  ]);
});

it('is refused where its chain cannot read the payer, or refuses it', async () => {
  const { quote } = createQuoterHarness({
    chains: testChains({
      base: { forPayer: () => Promise.reject(new PortageError('INSUFFICIENT_FUNDS')) },
    }),
  });
  await expect(quote(body)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
});
