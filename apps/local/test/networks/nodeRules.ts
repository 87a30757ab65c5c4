/** A call of JSON-RPC, as it reaches a node. */
export interface NodeCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Refusal of one call. */
export interface NodeError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Answer of a node to one call. */
export type NodeAnswer = { readonly result: unknown } | { readonly error: NodeError };

/** Whole answer of a host. */
export interface HostReply {
  readonly status: number;
  /** Text, or what is written as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks the real node. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<NodeAnswer>;

/** Rules of one node, beside those of its chain. What no rule answers, the real node does. */
export interface NodeRules {
  /** Answers all calls of an exchange; `isList` where they came as a list. */
  readonly exchange?: (calls: readonly NodeCall[], isList: boolean) => HostReply | undefined;
  /** Answers one call. */
  readonly call?: (
    call: NodeCall,
    ask: AskNode,
  ) => NodeAnswer | undefined | Promise<NodeAnswer | undefined>;
  /** HTTP status of an answer to a lone call that holds an error. Default 200. */
  readonly errorStatus?: number;
}

/** Refusal of a call, as a node words it. */
export function refuse(code: number, message: string, data?: unknown): NodeAnswer {
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}
