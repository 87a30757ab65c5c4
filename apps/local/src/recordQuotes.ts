import { writeFile } from 'node:fs/promises';
import { Money, type Quote, type QuoteBody } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { createPortage } from '@portage/sdk';
import { privateKeyToAddress } from 'viem/accounts';
import { findPlace } from './currencies.js';
import { startSystem } from './startSystem.js';

/**
 * Writes a quote of every kind that the devnet's service makes, with its request and its chains,
 * for the tests of the client's verification. Run it again when quotes change: `node --import tsx
 * --conditions @portage/source apps/local/src/recordQuotes.ts packages/sdk/test/quotes.json`
 */
type Place = `${string}@${string}`;
const kinds: readonly [string, Place, Place, string, Partial<QuoteBody>][] = [
  ['bridge of a token', 'usdc@base', 'usdc@optimism', '25', {}],
  ['bridge of native currency', 'eth@base', 'eth@optimism', '0.01', {}],
  ['exact output', 'usdc@base', 'usdc@optimism', '25', { tradeType: 'EXACT_OUTPUT' }],
  [
    'call',
    'eth@base',
    'eth@optimism',
    '0.001',
    {
      tradeType: 'EXACT_OUTPUT',
      txs: [{ to: '0x00000000000000000000000000000000000ca111', value: '1', data: '0x' }],
    },
  ],
  ['top-up', 'usdc@base', 'usdc@optimism', '50', { topupGas: true }],
  ['swap before the deposit', 'dai@base', 'usdc@optimism', '30', {}],
  ['swap of native currency before the deposit', 'eth@base', 'usdc@optimism', '0.01', {}],
  ['swap behind the fill', 'usdc@base', 'dai@optimism', '30', {}],
  ['swap within a chain', 'dai@base', 'usdc@base', '20', {}],
  ['permit by EIP-3009', 'usdc@base', 'usdc@optimism', '60', { usePermit: true }],
  ['permit by EIP-2612', 'dai@base', 'usdc@optimism', '150', { usePermit: true }],
  [
    'permit by Permit2',
    'weth@base',
    'weth@optimism',
    '0.05',
    { usePermit: true, permitExpiry: 300 },
  ],
  ['gasless deposit', 'usdc@base', 'usdc@optimism', '70', { originGasOverhead: 80_000 }],
  ['deposit address', 'usdc@base', 'usdc@optimism', '30', { useDepositAddress: true }],
  ['two app fees', 'usdc@base', 'usdc@optimism', '40', { appFees: appFees() }],
  ['two app fees of a swap', 'dai@base', 'usdc@optimism', '45', { appFees: appFees() }],
  [
    'two calls',
    'eth@base',
    'eth@optimism',
    '0.002',
    {
      tradeType: 'EXACT_OUTPUT',
      txs: [
        { to: '0x00000000000000000000000000000000000ca111', value: '1', data: '0x' },
        { to: '0x00000000000000000000000000000000000ca112', value: '2', data: '0x' },
      ],
    },
  ],
  ['deposit of SOL', 'sol@solana', 'usdc@base', '0.5', {}],
  ['deposit of a token on Solana', 'usdc@solana', 'usdc@base', '25', {}],
];

/** Two apps, each with a fee of its own. */
function appFees(): QuoteBody['appFees'] {
  return [
    { recipient: '0x00000000000000000000000000000000000a9901', fee: '100' },
    { recipient: '0x00000000000000000000000000000000000a9902', fee: '250' },
  ];
}

/** Members of a quote that decide about money. Prices and texts would only make the file longer. */
function whatIsVerified({
  requestId,
  steps,
  details: { sender, recipient, currencyIn, currencyOut, slippageTolerance },
  protocol,
}: Quote): unknown {
  const { latePayment } = slippageTolerance;
  const details = {
    sender,
    recipient,
    currencyIn,
    currencyOut,
    slippageTolerance: { latePayment },
  };
  return { requestId, steps, details, protocol };
}

const [target = ''] = process.argv.slice(2);
const system = await startSystem({ dataDir: undefined, port: 0, blockTimeSeconds: 1, accounts: 3 });
try {
  const apiKey = await system.createSponsor(100n * Money.microUsdPerUsd);
  const portage = createPortage({ baseUrl: system.url, executors: [], apiKey });
  const users: Readonly<Record<string, readonly string[]>> = {
    evm: [privateKeyToAddress(system.privateKey(1)), privateKeyToAddress(system.privateKey(2))],
    svm: solanaChain(system.devnet.description)
      .accounts.slice(1, 3)
      .map(({ address }) => address),
  };
  const quotes: { kind: string; request: QuoteBody; quote: unknown }[] = [];
  for (const [kind, from, to, amount, members] of kinds) {
    const [origin, destination] = [findPlace(system.devnet, from), findPlace(system.devnet, to)];
    const basis = members.tradeType === 'EXACT_OUTPUT' ? destination : origin;
    const request: QuoteBody = {
      ...members,
      user: users[origin.vm]?.[0] ?? '',
      recipient: users[destination.vm]?.[1] ?? '',
      refundTo: users[origin.vm]?.[0] ?? '',
      originChainId: origin.chainId,
      destinationChainId: destination.chainId,
      originCurrency: origin.address,
      destinationCurrency: destination.address,
      amount: Money.parse(amount, basis.decimals).toString(),
      includeProtocolData: true,
    };
    quotes.push({ kind, request, quote: whatIsVerified(await portage.getQuote(request)) });
  }
  const used = new Set(
    quotes.flatMap(({ request }) => [request.originChainId, request.destinationChainId]),
  );
  const recorded = {
    now: Math.floor(Date.now() / 1000),
    // Tests of other families tell of their chains themselves.
    chains: (await portage.getChains()).filter(({ id }) => used.has(id)),
    quotes,
  };
  await writeFile(target, `${JSON.stringify(recorded)}\n`);
} finally {
  await system.close();
}
