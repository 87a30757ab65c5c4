/** Question of an app to a wallet (EIP-1193). */
export interface RpcQuestion {
  readonly method: string;
  readonly params?: readonly unknown[] | undefined;
}

/** Asks a wallet, as `request` of EIP-1193 does. */
export type RpcRequest = (question: RpcQuestion) => Promise<unknown>;

/** Transaction as `eth_sendTransaction` and the calls of `wallet_sendCalls` have it. */
export type RpcTransaction = Readonly<Record<string, unknown>>;

/** Members of a value, if it has any. */
export function fieldsOf(value: unknown): RpcTransaction {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Sends a transaction, and answers its hash. */
export async function sendThrough(
  request: RpcRequest,
  transaction: RpcTransaction,
): Promise<string> {
  return String(await request({ method: 'eth_sendTransaction', params: [transaction] }));
}
