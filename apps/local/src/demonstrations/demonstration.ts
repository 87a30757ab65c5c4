import type { Devnet } from '@portage/devnet';

/** Books of the service. */
export interface Books {
  /** Rules that do not hold, by name. */
  audit(): Promise<readonly string[]>;
  /** Amount that the depository of a chain should hold of a currency, in smallest units. */
  vault(chainId: number, currency: string): Promise<bigint>;
}

/**
 * Running system of a demonstration and an account of its own, so that all can run side by side.
 */
export interface DemonstrationContext {
  readonly devnet: Devnet;
  readonly serviceUrl: string;
  /** Key of a funded account that no other demonstration uses. */
  readonly privateKey: `0x${string}`;
  /** Key of a funded account on Solana: 64 bytes in base58. */
  readonly solanaKey: string;
  /** Number of a funded account on Bitcoin; by default the first. */
  readonly bitcoinAccount?: number | undefined;
  readonly signal: AbortSignal;
  /**
   * Creates an API key whose sponsor has its own balance, in micro-USD; returns the key's secret.
   */
  readonly createSponsor: (microUsd: bigint) => Promise<string>;
  readonly books: Books;
}

/** Result of a demonstration. The field names are those of the JSON output. */
export interface DemonstrationResult {
  readonly requestId: string;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly inTxHashes: readonly string[];
  readonly txHashes: readonly string[];
  /** Smallest unit of the origin currency. */
  readonly amountIn: string;
  /** Smallest unit of the destination currency: the growth of the recipient's balance. */
  readonly amountOut: string;
  readonly fees: Readonly<
    Record<string, { readonly amount: string; readonly amountUsd: string; readonly symbol: string }>
  >;
  /** Seconds from the request for the quote until success was reported. */
  readonly seconds: number;
  /** Summary for people: `0.1 ETH → 0.0999 ETH`. */
  readonly summary: string;
  /** Identity that was checked against the chains. */
  readonly checked: string;
}

/** One thing that the system can show on real chains. */
export interface Demonstration {
  /** Name that begins with the subject: `bridge-…`, `refund-…`. */
  readonly name: string;
  readonly title: string;
  run(context: DemonstrationContext): Promise<DemonstrationResult>;
}
