/** Kilobytes that an app may weigh, minified and compressed. */
export interface Budget {
  /** Source of an app. */
  readonly source: string;
  /** Kilobytes that a page loads before anything is called. */
  readonly first: number;
  /** With what is loaded later. */
  readonly whole: number;
}

const client = `export { createClient, getQuote, execute } from '@portage/client';`;

/** Budgets of apps that use several packages, or a part of one. */
export const appBudgets: Readonly<Record<string, Budget>> = {
  'quotes of @portage/client': {
    source: `export { createClient, getQuote } from '@portage/client';`,
    // Chunks that a bundler cuts for the rest of the client weigh more than one file without it.
    // 0.1 KB of it reads the service's time.
    first: 8.4,
    whole: 7.1,
  },
  '@portage/client and @portage/evm': {
    source: `${client} export { createEvmExecutor } from '@portage/evm';`,
    first: 26.6,
    whole: 42.1,
  },
  '@portage/client and @portage/solana': {
    source: `${client} export { createSolanaExecutor } from '@portage/solana';`,
    first: 33.8,
    whole: 50.6,
  },
  '@portage/client and @portage/solana/kit': {
    source: `${client} export { createSolanaExecutor } from '@portage/solana'; export { kitWallet } from '@portage/solana/kit';`,
    first: 34.2,
    whole: 51.2,
  },
  '@portage/client and @portage/bitcoin': {
    source: `${client} export { createBitcoinExecutor } from '@portage/bitcoin';`,
    // The codec computes deposit addresses, for which it carries a curve and the hash of BIP32.
    first: 95.3,
    whole: 110.5,
  },
  '@portage/client and @portage/exchange': {
    source: `${client} export { createExchangeExecutor, keySigner } from '@portage/exchange';`,
    // The curve and the hash of the exchange's signatures are our own code.
    first: 28.4,
    whole: 44.9,
  },
  '@portage/sdk and @portage/sdk/evm': {
    source: `export { createPortage } from '@portage/sdk'; export { createEvmExecutor } from '@portage/sdk/evm';`,
    first: 30.2,
    // The codecs of Solana and Bitcoin are among it, with the curve that deposit addresses on
    // Solana come from; they load where a quote names their chains.
    whole: 62.7,
  },
};

const all = (name: string): string => `export * from '${name}';`;

/**
 * Budgets of packages that an app for browsers installs, each used alone. Every published package
 * is here or among {@link forServers}.
 */
export const packageBudgets: Readonly<Record<string, Budget>> = {
  '@portage/bitcoin': {
    source: `export { createBitcoinExecutor } from '@portage/bitcoin';`,
    first: 87.1,
    whole: 87.1,
  },
  // 0.9 KB are the names of a request's members, and what tells a wrong one from the one that was
  // meant, before money follows it. 0.2 KB here and in each family say what a call lacks.
  '@portage/client': { source: client, first: 8.4, whole: 27.6 },
  '@portage/contracts': { source: all('@portage/contracts'), first: 6.5, whole: 6.5 },
  '@portage/core': { source: all('@portage/core'), first: 6, whole: 6 },
  '@portage/evm': {
    source: `export { createEvmExecutor } from '@portage/evm';`,
    // 0.1 KB of it rebuilds the signatures that wallets give, so that only their one form is sent.
    // 0.3 KB look for funds before a permit is signed, and for a wallet that is there.
    // 0.2 KB tell what is held and needed in whole units.
    first: 18.5,
    whole: 18.5,
  },
  '@portage/exchange': {
    source: `export { createExchangeExecutor, keySigner } from '@portage/exchange';`,
    // 0.2 KB look for funds before a transfer is signed, and take viem's accounts as owners.
    // 0.1 KB tell what is held and needed in whole units.
    first: 20.9,
    whole: 20.9,
  },
  '@portage/fees': { source: all('@portage/fees'), first: 3.8, whole: 3.8 },
  '@portage/metrics': { source: all('@portage/metrics'), first: 2.8, whole: 2.8 },
  '@portage/networks': { source: all('@portage/networks'), first: 6.4, whole: 6.4 },
  '@portage/order': { source: all('@portage/order'), first: 8.2, whole: 8.2 },
  '@portage/pools': { source: all('@portage/pools'), first: 3.7, whole: 3.7 },
  // The hooks alone: an app that uses them has the SDK beside them.
  '@portage/react': { source: all('@portage/react'), first: 7.4, whole: 4.5 },
  '@portage/sdk': {
    source: `export { createPortage } from '@portage/sdk';`,
    first: 12.1,
    // 0.1 KB asks again without the name of the app where a service wants a key for it.
    whole: 49.1,
  },
  '@portage/solana': {
    source: `export { createSolanaExecutor } from '@portage/solana';`,
    // 0.6 KB read the swap before a deposit: a wallet must not be asked for what cannot be read.
    // 0.6 KB read what wraps SOL around it, and swaps that pay no order.
    // 0.2 KB write instructions of `txs` as orders hold them, which a client compares.
    first: 25.2,
    whole: 25.2,
  },
  // 2.2 KB hash where a runtime has no `crypto.subtle`. 0.1 KB asks again where no answer came: a
  // signature that was given must not be lost. 0.2 KB refuse fees, ends and members that were
  // not asked for.
  '@portage/withdrawals': { source: all('@portage/withdrawals'), first: 7.3, whole: 7.3 },
};

/** Packages that no browser loads. */
export const forServers: readonly string[] = [
  '@portage/chain-kit',
  '@portage/service',
  '@portage/testing',
];

/** An app whose size has a goal beyond its budget, or that others are compared by. */
export interface Contestant {
  readonly source: string;
  /** Part of the bundle that the goal is about. */
  readonly part: 'first' | 'whole';
  /** Kilobytes; absent for what is only compared. */
  readonly goal?: number;
}

/** Goals, and other SDKs beside them: bundled in one run, libraries of chains outside. */
export const contestants: Readonly<Record<string, Contestant>> = {
  'a page that quotes': {
    source: `export { createClient, getQuote } from '@portage/client';`,
    part: 'whole',
    goal: 7,
  },
  'quotes at first, executes later': { source: client, part: 'first', goal: 7 },
  'quotes, verifies and executes on EVM': {
    source: `${client} export { createEvmExecutor } from '@portage/evm';`,
    part: 'whole',
    goal: 25,
  },
  '@relayprotocol/relay-sdk: quotes and executes': {
    source: `export { createClient } from '@relayprotocol/relay-sdk';`,
    part: 'whole',
  },
  '@lifi/sdk: quotes': {
    source: `export { createClient, getQuote } from '@lifi/sdk';`,
    part: 'whole',
  },
  '@lifi/sdk: quotes and executes, no wallet provider': {
    source: `export { createClient, getQuote, executeRoute } from '@lifi/sdk';`,
    part: 'whole',
  },
};
