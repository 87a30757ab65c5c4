/** Members of a JSON-RPC call that faults read. */
export interface RpcCall {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: unknown;
}

/** An answer of JSON-RPC. */
export type RpcAnswer = Readonly<Record<string, unknown>>;

/** Reads the calls of a body: one, or a batch. Other values are left out. */
export function readCalls(body: unknown): readonly RpcCall[] {
  return (Array.isArray(body) ? body : [body]).filter(isCall);
}

/** Whether a value is an object with named members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Writes a number as JSON-RPC does. */
export function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}

function isCall(value: unknown): value is RpcCall {
  return isObject(value) && typeof value['method'] === 'string';
}
