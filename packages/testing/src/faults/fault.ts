/** Which calls a fault strikes. */
export interface FaultScope {
  /** JSON-RPC methods. Default: all. A batch is struck as a whole when one of its calls matches. */
  readonly methods?: readonly string[];
  /** From 0 to 1. Default 1. */
  readonly probability?: number;
  /** How often at most. Default: without end. */
  readonly times?: number;
}

/** A log as JSON-RPC writes it. */
export type RpcLog = Readonly<Record<string, unknown>>;

/** Something that goes wrong with a whole HTTP exchange. */
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
  /** What a load balancer says when its node is gone. */
  | { readonly type: 'htmlBody'; readonly status?: number }
  | { readonly type: 'redirect'; readonly url: string }
  /** Turns the answers of a batch around; the specification allows it. */
  | { readonly type: 'reorderBatch' }
  /** From now on nothing arrives over the struck websocket, which stays open. */
  | { readonly type: 'silentSocket' };

/** A node that errs or lies. */
export type AnswerFault =
  /** The node is so many blocks behind. */
  | { readonly type: 'stale'; readonly blocks: number }
  /**
   * The node withholds logs, in `eth_getLogs` and in receipts; with an address only that
   * contract's.
   */
  | { readonly type: 'dropLog'; readonly address?: string }
  /**
   * The node adds a log to `eth_getLogs`. Where the call asks for one block the log claims to be in
   * it.
   */
  | { readonly type: 'inventLog'; readonly log: RpcLog }
  | { readonly type: 'nullReceipt' }
  /** Success becomes failure and the other way round. */
  | { readonly type: 'swapReceiptStatus' }
  | { readonly type: 'wrongChainId'; readonly chainId: number }
  /** The node refuses with an error of JSON-RPC, and does not act. */
  | { readonly type: 'rpcError'; readonly code: number; readonly message: string };

/** One fault with its scope. */
export type Fault = FaultScope & (TransportFault | AnswerFault);

/** A fault that struck: what a report counts. */
export interface InjectedFault {
  readonly step: number;
  readonly type: Fault['type'];
  readonly methods: readonly string[];
}
