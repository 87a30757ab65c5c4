import { Pool } from 'undici';

/** JSON-RPC of a node over kept connections, without a library in between. */
export interface RawNode {
  /** One call. */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Calls one method several times in one HTTP request; all must succeed. */
  batch(method: string, params: readonly (readonly unknown[])[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Opens the endpoint of a node of the devnet. */
export function openRawNode(url: string): RawNode {
  const pool = new Pool(new URL(url).origin, { connections: 4 });
  const post = async (body: unknown): Promise<unknown> => {
    const answer = await pool.request({
      path: '/',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.body.json();
  };
  const resultOf = (method: string, { result, error }: Reply): unknown => {
    if (error !== undefined)
      throw new Error(`The node refused ${method}: ${JSON.stringify(error)}`);
    return result;
  };
  return {
    call: async (method, params) =>
      // The node is ours.
      resultOf(method, (await post({ jsonrpc: '2.0', id: 1, method, params })) as Reply),
    batch: async (method, params) => {
      const replies = (await post(
        params.map((values, id) => ({ jsonrpc: '2.0', id, method, params: values })),
      )) as readonly Reply[];
      return [...replies].sort((a, b) => a.id - b.id).map((reply) => resultOf(method, reply));
    },
    close: () => pool.destroy(),
  };
}
