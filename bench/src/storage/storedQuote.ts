import { createHash } from 'node:crypto';

/** Bytes of the calls of a quote: an approval, and a deposit with the terms of its order. */
const callBytes = 600;

/** Hex that does not compress, the same in each run. */
function hex(bytes: number): string {
  let text = '';
  for (let part = 0; text.length < 2 * bytes; part += 1)
    text += createHash('sha256').update(String(part)).digest('hex');
  return `0x${text.slice(0, 2 * bytes)}`;
}

const currency = (chainId: number): object => ({
  chainId,
  address: hex(20),
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  metadata: { isNative: false, verified: true },
});

const amount = (chainId: number): object => ({
  currency: currency(chainId),
  amount: '1000000',
  amountFormatted: '1.0',
  amountUsd: '1.000000',
  minimumAmount: '990000',
});

/** Quote and signed order, about as long as those of a plain bridge. */
export const stored: { readonly quote: string; readonly orderData: string } = {
  quote: JSON.stringify({
    steps: [
      {
        id: 'deposit',
        kind: 'transaction',
        items: [
          {
            status: 'incomplete',
            data: { to: hex(20), data: hex(callBytes), value: '0', chainId: 1 },
          },
        ],
      },
    ],
    fees: {
      gas: amount(1),
      relayer: amount(1),
      relayerGas: amount(1),
      relayerService: amount(1),
      app: amount(1),
    },
    details: {
      sender: hex(20),
      recipient: hex(20),
      currencyIn: amount(1),
      currencyOut: amount(2),
      rate: '0.99',
    },
  }),
  orderData: JSON.stringify({
    version: 'v1',
    solver: hex(20),
    salt: hex(32),
    inputs: [
      {
        payment: { chainId: 'one', currency: hex(20), amount: '1000000', weight: '1' },
        refunds: [
          {
            chainId: 'one',
            recipient: hex(20),
            currency: hex(20),
            minimumAmount: '0',
            deadline: 1,
            extraData: '0x',
          },
        ],
      },
    ],
    output: {
      chainId: 'two',
      payments: [
        {
          recipient: hex(20),
          currency: hex(20),
          minimumAmount: '990000',
          expectedAmount: '990000',
        },
      ],
      calls: [],
      deadline: 1,
      extraData: '0x',
    },
  }),
};
