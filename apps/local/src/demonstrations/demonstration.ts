import type { Devnet } from '@portage/devnet';

/**
 * What a demonstration may use: the running system, and one account of its own so that all can run
 * side by side.
 */
export interface DemonstrationContext {
  readonly devnet: Devnet;
  readonly serviceUrl: string;
  /** A funded account that no other demonstration uses. */
  readonly privateKey: `0x${string}`;
  /** The same on Solana: 64 bytes in base58. */
  readonly solanaKey: string;
  readonly signal: AbortSignal;
  /**
   * Makes an API key whose sponsor has a balance of its own, in micro-USD; answers with the key's
   * secret.
   */
  readonly createSponsor: (microUsd: bigint) => Promise<string>;
}

/** What a demonstration showed. The field names are those of the JSON output. */
export interface DemonstrationResult {
  readonly requestId: string;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly inTxHashes: readonly string[];
  readonly txHashes: readonly string[];
  /** Smallest unit of the origin currency. */
  readonly amountIn: string;
  /** Smallest unit of the destination currency; what the recipient's balance grew by. */
  readonly amountOut: string;
  readonly fees: Readonly<
    Record<string, { readonly amount: string; readonly amountUsd: string; readonly symbol: string }>
  >;
  /** From asking for the quote until success was reported. */
  readonly seconds: number;
  /** For people: `0.1 ETH → 0.0999 ETH`. */
  readonly summary: string;
  /** The identity that was checked against the chains. */
  readonly checked: string;
}

/** One thing that the system can show on real chains. */
export interface Demonstration {
  /** Begins with what it shows: `bridge-…`, `refund-…`. */
  readonly name: string;
  readonly title: string;
  run(context: DemonstrationContext): Promise<DemonstrationResult>;
}
