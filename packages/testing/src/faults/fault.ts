/** Scope of a fault: the calls that it strikes. */
export interface FaultScope {
  /** JSON-RPC methods, all by default. A batch is struck as a whole if one of its calls matches. */
  readonly methods?: readonly string[];
  /** Probability from 0 to 1, 1 by default. */
  readonly probability?: number;
  /** Most times that the fault strikes. Without a bound by default. */
  readonly times?: number;
}

/** A log as JSON-RPC writes it. */
export type RpcLog = Readonly<Record<string, unknown>>;

/** Fault of a whole HTTP exchange. */
export type TransportFault =
  /** Answers late. */
  | { readonly type: 'latency'; readonly ms: number; readonly jitterMs?: number }
  /** Never forwards and never answers. */
  | { readonly type: 'timeout' }
  /** Forwards, so that the node acts, and never answers. */
  | { readonly type: 'acceptThenTimeout' }
  /** Cuts the connection. */
  | { readonly type: 'reset' }
  /** Answers with the first half of the body. */
  | { readonly type: 'truncate' }
  | { readonly type: 'http429'; readonly retryAfterSeconds?: number }
  /** Answers as a load balancer whose node is gone. */
  | { readonly type: 'htmlBody'; readonly status?: number }
  | { readonly type: 'redirect'; readonly url: string }
  /** Reverses the answers of a batch, as the specification allows. */
  | { readonly type: 'reorderBatch' }
  /** Lets nothing more arrive over the websocket, which stays open. */
  | { readonly type: 'silentSocket' };

/** A node that errs or lies. */
export type AnswerFault =
  /** The node is this number of blocks behind. */
  | { readonly type: 'stale'; readonly blocks: number }
  /**
   * The node withholds logs, in `eth_getLogs` and in receipts: all logs, or those of one address.
   */
  | { readonly type: 'dropLog'; readonly address?: string }
  /**
   * The node adds a log to `eth_getLogs`. Where the call asks for one block, the log claims to be
   * in it.
   */
  | { readonly type: 'inventLog'; readonly log: RpcLog }
  | { readonly type: 'nullReceipt' }
  /** The node tells success as failure and failure as success. */
  | { readonly type: 'swapReceiptStatus' }
  /** The node tells something else than is true; undefined leaves the result as it is. */
  | {
      readonly type: 'falsify';
      readonly result: (result: unknown, params: readonly unknown[]) => unknown;
    }
  /** The node says that it acted, as on a transaction, and does nothing. */
  | { readonly type: 'feign'; readonly result: (params: readonly unknown[]) => unknown }
  | { readonly type: 'wrongChainId'; readonly chainId: number }
  /** The node refuses with an error of JSON-RPC, and does not act. */
  | { readonly type: 'rpcError'; readonly code: number; readonly message: string };

/** One fault with its scope. */
export type Fault = FaultScope & (TransportFault | AnswerFault);

/** A fault that struck. */
export interface InjectedFault {
  readonly step: number;
  readonly type: Fault['type'];
  readonly methods: readonly string[];
}
