import type { PriceFeed } from './prices/priceFeed.js';
import type { ChainInfo } from '../schemas/chains.js';
import type { Balances } from './balances.js';
import type { ChainAsset } from './chainAsset.js';
import type { Codec } from './codec.js';
import type { Connection } from './connection.js';
import type { EndpointUsage } from './endpointUsage.js';
import type { Deposits } from './deposit/deposits.js';
import type { Gas } from './gas.js';
import type { Owners } from './owners.js';
import type { BridgeEnd } from './rebalance/bridgeEnd.js';
import type { Recipients } from './recipients.js';
import type { Finality } from './observe/finality.js';
import type { Observe } from './observe/observe.js';
import type { CoinControl } from './spend/coinControl.js';
import type { OrderCalls } from './spend/orderCalls.js';
import type { Spend } from './spend/spend.js';
import type { Swaps } from './swap/swaps.js';
import type { Vault } from './vault.js';

/** A chain that is not open yet: its endpoints are still being asked. */
export interface Opening {
  /** Sentence about why it is not open. */
  reason(): string;
  /** The chain, once it is open; pending for ever where it never is. */
  readonly chain: Promise<Chain>;
}

/** One chain, as the service sees it. A chain that cannot do a thing lacks that member. */
export interface Chain {
  readonly id: number;
  readonly slug: string;
  readonly vm: string;
  readonly codec: Codec;
  readonly native: ChainAsset;
  /** Currencies that the chain trades, native first. */
  readonly assets: readonly ChainAsset[];
  /** Entry of the chain in `GET /chains`. */
  readonly info: ChainInfo;
  /**
   * Value of `extraData` for payments and refunds on this chain: the contract that makes them, or
   * `0x`.
   */
  readonly extraData: string;
  /** Seconds that a payment on this chain usually takes. */
  readonly secondsPerPayment: number;
  readonly observe: Observe;
  /**
   * Whether the times of its blocks follow the time of the world, so that the service holds its own
   * clock against them. Absent where they may be anything, as on a devnet.
   */
  readonly keepsTime?: boolean | undefined;
  readonly finality: Finality;
  readonly deposit?: Deposits;
  readonly spend?: Spend;
  /** Absent where a balance is spent, and not coins. */
  readonly coins?: CoinControl | undefined;
  readonly swaps?: Swaps;
  readonly calls?: OrderCalls;
  readonly balances: Balances;
  /** Absent where earnings are not collected. */
  readonly vault?: Vault | undefined;
  /** Ends of canonical bridges by which the solver moves its inventory; absent without any. */
  readonly bridges?: readonly BridgeEnd[] | undefined;
  readonly gas: Gas;
  /**
   * Readings of accounts that are to be paid; absent on chains where any account can be paid any
   * amount, and where no payment opens an account.
   */
  readonly recipients?: Recipients;
  /** Absent where nothing is withdrawn by an owner's signature. */
  readonly owners?: Owners | undefined;
  /**
   * Prices that the chain itself knows, those of its pools: one feed for the moment, one for what
   * it was over time. A configuration names them as `pool@base`: the feed's name and the chain's
   * slug.
   */
  readonly prices?: readonly PriceFeed[];
  /**
   * Sentences for operators about faults found when the chain was opened: parts that are left off,
   * and a quorum that protects from nothing.
   */
  readonly warnings?: readonly string[];
  /** Counts of the calls to each endpoint, from memory; absent where they are not counted. */
  readonly endpoints?: (() => readonly EndpointUsage[]) | undefined;
  /**
   * Readings of the chain in memory, as text that the same family reads in another process;
   * undefined before the first reading. Absent where every process reads for itself.
   */
  readonly share?: (() => string | undefined) | undefined;
  /** Endpoints of the chain; absent where a family does not tell of them. */
  readonly connection?: Connection | undefined;
  /** Present while the chain is not open: nothing of it but its facts is known. */
  readonly opening?: Opening | undefined;
  /**
   * Whether an account may receive a payment here (not a token, not one of our contracts, not a
   * precompile), as far as its address alone tells.
   *
   * @throws PortageError `INVALID_RECIPIENT`
   */
  checkRecipient(recipient: string): void;
}
