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
  /** Number of a funded account of each chain that no other demonstration uses. */
  readonly account: number;
  /** Key of the account on EVM chains. */
  readonly privateKey: `0x${string}`;
  readonly signal: AbortSignal;
  /** Tells people what a demonstration waits for. */
  readonly note: (text: string) => void;
  /**
   * Creates an API key whose sponsor has its own balance, in micro-USD; returns the key's secret.
   */
  readonly createSponsor: (microUsd: bigint) => Promise<string>;
  /** Creates an API key whose fast fills app fees of a wallet stand behind; returns its secret. */
  readonly createAppKey: (wallet: string) => Promise<string>;
  readonly books: Books;
}

/** Stage that a request reached. */
export interface Wait {
  readonly stage: string;
  /** Seconds since the request for the quote. */
  readonly seconds: number;
  /** Newest block of Bitcoin at that time. */
  readonly height: number;
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
  /** Stages of the request as they came, where the demonstration shows what it waits for. */
  readonly waits?: readonly Wait[];
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
