/** One JSON-RPC call. */
export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  /**
   * Property that an endpoint must have to answer, as in `finalized`; it is not sent. Default: the
   * method.
   */
  readonly needs?: string | undefined;
}

/** A node's refusal of a call. */
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  /**
   * Data of the refusal, where it is text: on an EVM chain the bytes that a call reverted with.
   */
  readonly data?: string | undefined;
}

/** A node's answer to one call. */
export type RpcReply =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: RpcFailure };

/**
 * Sends calls together and answers them in order. A node that refuses a call is an answer; a node
 * that cannot be reached, or that talks nonsense, is an error.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export type Ask = (
  requests: readonly RpcRequest[],
  signal?: AbortSignal,
) => Promise<readonly RpcReply[]>;
