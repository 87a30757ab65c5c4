import type { Sources } from './source.js';

/** A tier of finality, as the configuration of a chain takes it. */
export interface NetworkTier {
  /** Worth of a deposit in whole USD up to which the tier counts; absent in the last. */
  readonly upToUsd?: number | undefined;
  /** Blocks that must stand on a deposit, its own included, or the chain's own word. */
  readonly confirmations: number | 'safe' | 'finalized';
}

/** A currency of a network. */
export interface NetworkCurrency {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** The currency that fees are paid in. */
export interface NativeCurrency extends NetworkCurrency {
  /** Id of the asset on all networks, as in `eth`. */
  readonly id: string;
  /** Address that stands for the currency, as the family writes it. */
  readonly address: string;
}

/** A token, under its asset id: tokens of one id are worth the same on every network. */
export interface NetworkToken extends NetworkCurrency {
  readonly address: string;
  /** Who owes what the token stands for: its issuer, or the bridge that locks the original. */
  readonly issuer: string;
  /** Domain of its EIP-712 signatures, where it takes payments by EIP-3009 and EIP-2612. */
  readonly permit?: { readonly name: string; readonly version: string } | undefined;
}

/** Facts that every network has. */
export interface NetworkFacts<Token extends string = string> {
  /** The network's name in protocol data, as in `base`. */
  readonly slug: string;
  readonly id: number;
  readonly name: string;
  /** Whether nothing on it is worth anything. */
  readonly isTest: boolean;
  readonly nativeCurrency: NativeCurrency;
  /** Seconds from one block to the next; absent where no source tells. */
  readonly blockSeconds?: number | undefined;
  /** By asset id, as in `usdc`. */
  readonly tokens: Readonly<Record<Token, NetworkToken>>;
  readonly explorer?: { readonly name: string; readonly url: string } | undefined;
  readonly finality: {
    /** Tiers by worth, smallest first. */
    readonly tiers: readonly NetworkTier[];
    /** Why these. */
    readonly reason: string;
  };
  /** Blocks of the deepest reorganization that was reported; absent where no source tells. */
  readonly deepestReorg?: number | undefined;
  readonly fees: {
    /** Whole USD that the fee of one fill may cost. */
    readonly fillUsdMax: number;
    /** Least tip that the network's nodes take, in wei for a unit of gas. */
    readonly tipMin?: bigint | undefined;
  };
  /** Where each constant was read. */
  readonly sources: Sources;
}

/** A factory of pools and the router that trades with them. */
export interface NetworkVenue {
  /** Name of the venue, as in `uniswap-v3`. */
  readonly id: string;
  readonly kind: 'uniswap-v2' | 'uniswap-v3';
  readonly factory: string;
  /** Uniswap's `SwapRouter02`. */
  readonly router: string;
}

/** A feed of Chainlink. */
export interface NetworkFeed {
  readonly address: string;
  /** Seconds after which the feed writes a price though it has not moved, where a source tells. */
  readonly heartbeatSeconds?: number | undefined;
}

/** A network of EVM chains. */
export interface EvmNetwork<Token extends string = string> extends NetworkFacts<Token> {
  readonly vm: 'evm';
  readonly contracts: {
    readonly permit2: string;
    readonly multicall3: string;
    /** Token that the native currency is wrapped into; absent where no source tells. */
    readonly wrappedNative?: string | undefined;
  };
  readonly venues: readonly NetworkVenue[];
  /** By pair, as in `ETH/USD`. */
  readonly priceFeeds: Readonly<Record<string, NetworkFeed>>;
  /** Feed that tells whether the sequencer is up: prices of a rollup count only while it is. */
  readonly sequencerFeed?: string | undefined;
  /** How the network tells what it charges for data. */
  readonly dataFee: 'none' | 'op-stack' | 'arbitrum';
  /** Whether a rollup's operator may charge a fee beside that for data. */
  readonly hasOperatorFee: boolean;
}

/** A cluster of Solana. */
export interface SolanaNetwork<Token extends string = string> extends NetworkFacts<Token> {
  readonly vm: 'svm';
  /** Hash of the first block, in base58. */
  readonly genesisHash: string;
}

/** A network of Bitcoin. */
export interface BitcoinNetwork extends NetworkFacts<never> {
  readonly vm: 'bvm';
  /** Kind of its addresses. */
  readonly addresses: 'mainnet' | 'testnet';
}

/** A network of the exchange. */
export interface ExchangeNetwork extends NetworkFacts<never> {
  readonly vm: 'lvm';
  /** Id inside signatures. */
  readonly circuitId: number;
}

/** A network of any family. */
export type Network = EvmNetwork | SolanaNetwork | BitcoinNetwork | ExchangeNetwork;
