/**
 * Holds bundles of apps to their budgets: KB, minified and compressed, at first and in all. Needs a
 * build.
 */
import { measureBundle } from '../bench/src/sdk/measureBundle.js';

interface Budget {
  /** Source of an app. */
  readonly source: string;
  /** Kilobytes that a page loads before anything is called. */
  readonly first: number;
  /** With what is loaded later. */
  readonly whole: number;
}

const client = `export { createClient, getQuote, execute } from '@portage/client';`;

const budgets: Readonly<Record<string, Budget>> = {
  'quotes of @portage/client': {
    source: `export { createClient, getQuote } from '@portage/client';`,
    // Chunks that a bundler cuts for the rest of the client weigh more than one file without it.
    first: 8.5,
    whole: 6,
  },
  '@portage/client': { source: client, first: 10, whole: 25.5 },
  '@portage/client and @portage/evm': {
    source: `${client} export { createEvmExecutor } from '@portage/evm';`,
    first: 22.5,
    whole: 35.5,
  },
  '@portage/client and @portage/solana': {
    source: `${client} export { createSolanaExecutor } from '@portage/solana';`,
    first: 30.5,
    whole: 44.5,
  },
  '@portage/client and @portage/bitcoin': {
    source: `${client} export { createBitcoinExecutor } from '@portage/bitcoin';`,
    // The codec computes deposit addresses, for which it carries a curve and the hash of BIP32.
    first: 93,
    whole: 106,
  },
  '@portage/client and @portage/exchange': {
    source: `${client} export { createExchangeExecutor, keySigner } from '@portage/exchange';`,
    // The curve and the hash of the exchange's signatures are our own code.
    first: 26,
    whole: 41,
  },
  '@portage/sdk and @portage/sdk/evm': {
    source: `export { createPortage } from '@portage/sdk'; export { createEvmExecutor } from '@portage/sdk/evm';`,
    first: 24,
    // The codecs of Solana and Bitcoin are among it, with the curve that deposit addresses on
    // Solana come from; they load where a quote names their chains.
    whole: 57.5,
  },
  '@portage/pools': {
    source: `export { createMarket, createTicks, createV2Pool, createV3Pool, findSwap } from '@portage/pools';`,
    first: 3.7,
    whole: 3.7,
  },
};

/** Libraries of chains are the app's. */
const external = ['viem', 'viem/*', '@solana/web3.js'];

let problems = 0;
for (const [name, { source, ...budget }] of Object.entries(budgets)) {
  const size = await measureBundle({ source, external });
  for (const part of ['first', 'whole'] as const) {
    const kilobytes = size[part] / 1_000;
    const isWithin = kilobytes <= budget[part];
    process.stdout.write(
      `${isWithin ? 'ok ' : 'OVER'} ${name}, ${part}: ${kilobytes.toFixed(1)} of ${budget[part].toFixed(1)} KB\n`,
    );
    if (!isWithin) problems += 1;
  }
}
process.exitCode = problems === 0 ? 0 : 1;
