import { bitcoinChain, evmChain, exchangeChain, solanaChain, type Devnet } from '@portage/devnet';
import { zeroAddress } from '@portage/core';
import type { Members } from './interfaceSystem.js';

/** Bad input of a quote: its case, the members that are changed, the code, and the named member. */
export type BadInput = readonly [name: string, members: Members, code: string, path: string];

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const zeros = `0x${'0'.repeat(64)}`;
const call = { to: `0x${'c0'.repeat(20)}`, value: '0', data: '0x' };

/** Amounts, chains and members that are wrong whatever the devnet. */
const plain: readonly BadInput[] = [
  ...['', '-1', '+1', '1.0', '1e18', ' 1', '0x10', '\u0661', 1, null, ['1'], '9'.repeat(79)].map(
    (amount): BadInput => [
      `A1, A3: amount ${JSON.stringify(amount).slice(0, 12)}`,
      { amount },
      'INVALID_REQUEST',
      'amount',
    ],
  ),
  ['A2: amount of nothing', { amount: '000' }, 'AMOUNT_TOO_LOW', 'amount'],
  ...(['EXACT', 'exact_input', '', 1] as const).map((tradeType): BadInput => [
    `A9: trade type ${JSON.stringify(tradeType)}`,
    { tradeType },
    'INVALID_REQUEST',
    'tradeType',
  ]),
  ...['10001', '-1', '1.5', '00050', '', '1e2'].map((slippageTolerance): BadInput => [
    `A10: slippage ${slippageTolerance}`,
    { slippageTolerance },
    'INVALID_SLIPPAGE_TOLERANCE',
    'slippageTolerance',
  ]),
  ['A8: fraction of a chain', { originChainId: 8453.5 }, 'INVALID_REQUEST', 'originChainId'],
  ['A8: chain as a text', { originChainId: '8453' }, 'INVALID_REQUEST', 'originChainId'],
  ['A8: unknown chain', { originChainId: 4242 }, 'UNSUPPORTED_CHAIN', 'originChainId'],
  ['A11: topupGasAmount alone', { topupGasAmount: '1' }, 'INVALID_REQUEST', 'topupGasAmount'],
  [
    'A11: components alone',
    { sponsoredFeeComponents: ['app'] },
    'INVALID_REQUEST',
    'sponsoredFeeComponents',
  ],
  [
    'A11: no component',
    { subsidizeFees: true, sponsoredFeeComponents: [] },
    'INVALID_REQUEST',
    'sponsoredFeeComponents',
  ],
  [
    'A11: a component twice',
    { subsidizeFees: true, sponsoredFeeComponents: ['app', 'app'] },
    'INVALID_REQUEST',
    'sponsoredFeeComponents',
  ],
  [
    'A11: recoveryAddress alone',
    { recoveryAddress: `0x${'ab'.repeat(20)}` },
    'INVALID_REQUEST',
    'recoveryAddress',
  ],
  ['A15: long referrer', { referrer: 'x'.repeat(20_000) }, 'INVALID_REQUEST', 'referrer'],
  ['A17: half a byte', { txs: [{ ...call, data: '0xabc' }] }, 'INVALID_EXTRA_TXS', 'txs.0.data'],
  [
    'A17: ten thousand calls',
    { txs: Array.from({ length: 10_000 }, () => ({})) },
    'INVALID_REQUEST',
    'txs',
  ],
  [
    'A17: more value than the output',
    { txs: [{ ...call, value: (10n ** 30n).toString() }] },
    'INVALID_EXTRA_TXS',
    'txs',
  ],
];

function addressesOf(user: string): readonly BadInput[] {
  const ofUser = (name: string, address: string): BadInput => [
    `A5: ${name}`,
    { user: address },
    'INVALID_ADDRESS',
    'user',
  ];
  const flipped = user.replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return [
    ofUser('39 digits', user.slice(0, -1)),
    ofUser('41 digits', `${user}0`),
    ofUser('a checksum that is wrong', flipped),
    ofUser('a name', 'vitalik.eth'),
    ofUser('without 0x', user.slice(2)),
    ofUser('an account of Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
    ...['1e3', '.', '-1', '1,5', ''].map((fee): BadInput => [
      `A12: an app fee of "${fee}"`,
      { appFees: [{ recipient: user, fee }] },
      'INVALID_REQUEST',
      'appFees.0.fee',
    ]),
    [
      'A12: an app fee above all',
      { appFees: [{ recipient: user, fee: '100000' }] },
      'INVALID_REQUEST',
      'appFees',
    ],
    [
      'A12: app fees above all together',
      { appFees: Array.from({ length: 3 }, () => ({ recipient: user, fee: '4000' })) },
      'INVALID_REQUEST',
      'appFees',
    ],
    [
      'A12: 101 app fees',
      { appFees: Array.from({ length: 101 }, () => ({ recipient: user, fee: '1' })) },
      'INVALID_REQUEST',
      'appFees',
    ],
  ];
}

/** Recipients that would swallow a payment, and accounts of other families. */
function recipientsIn({ description }: Devnet): readonly BadInput[] {
  const { contracts, tokens } = evmChain(description, 10);
  const { roles, id: exchangeId } = exchangeChain(description);
  const solana = solanaChain(description);
  const bitcoin = bitcoinChain(description);
  const precompiles = Array.from(
    { length: 0x11 },
    (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`,
  );
  const swallowing: Readonly<Record<string, string>> = {
    'a token': tokens.usdc.address,
    'the depository': contracts.depository,
    'the filler': contracts.filler,
    'the router': contracts.router,
    'the approval proxy': contracts.approvalProxy,
    Permit2: permit2,
    'the zero address': zeroAddress,
    ...Object.fromEntries(precompiles.map((each) => [`the precompile ${each.slice(-2)}`, each])),
  };
  const toExchange = { destinationChainId: exchangeId, destinationCurrency: '0' };
  const toSolana = {
    destinationChainId: solana.id,
    destinationCurrency: solana.tokens.usdc.address,
  };
  return [
    ...Object.entries(swallowing).map(([name, recipient]): BadInput => [
      `A7: ${name} as recipient`,
      { recipient },
      'INVALID_RECIPIENT',
      'recipient',
    ]),
    ...['-1', '1e3', (2n ** 48n).toString(), '007', 'abc', ''].map((recipient): BadInput => [
      `A6: account "${recipient}" of the exchange`,
      { ...toExchange, recipient },
      recipient === '' ? 'INVALID_REQUEST' : 'INVALID_ADDRESS',
      'recipient',
    ]),
    [
      'A6: our own account of the exchange',
      { ...toExchange, recipient: String(roles.depository.accountIndex) },
      'INVALID_RECIPIENT',
      'recipient',
    ],
    [
      'A5: an account of Ethereum on Solana',
      { ...toSolana, recipient: `0x${'ab'.repeat(20)}` },
      'INVALID_ADDRESS',
      'recipient',
    ],
    [
      'A5: an account of a test network of Bitcoin',
      {
        destinationChainId: bitcoin.id,
        destinationCurrency: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8',
        recipient: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      },
      'INVALID_ADDRESS',
      'recipient',
    ],
  ];
}

/** Bad input of quotes on a devnet; the user is one of its accounts. */
export function badInput(devnet: Devnet, user: string): readonly BadInput[] {
  return [...plain, ...addressesOf(user), ...recipientsIn(devnet)];
}

/** Calls that name an id of zeros: path and body, or a path alone. */
export const zeroIds: readonly (readonly [path: string, body?: Members])[] = [
  [`/intents/status/v3?requestId=${zeros}`],
  [`/intents/status?requestId=${zeros}`],
  [`/deposit-addresses/v1?requestId=${zeros}`],
  ['/transactions/single', { requestId: zeros, chainId: '8453', tx: '{}' }],
  ['/execute/permits?signature=0x', { kind: 'eip3009', requestId: zeros }],
  [
    `/execute/permits?signature=0x${'0'.repeat(130)}`,
    { kind: 'eip3009', requestId: zeros, api: 'bridge' },
  ],
];
