import type { RpcReply, RpcRequest } from '../endpoint/ask.js';
import type { Rpc } from '../endpoint/createRpc.js';
import { readOnHeads, type ReadOnHeadsOptions } from './readOnHeads.js';

/** State kept in memory that is read again on every head. */
export interface RefreshPart {
  requests(): readonly RpcRequest[];
  /**
   * Takes the replies to its requests. @throws PortageError `RPC_HTTP_ERROR`; the old value then
   * stays, with its age
   */
  apply(replies: readonly RpcReply[]): void;
}

/** Options of {@link createRefresh}. */
export interface RefreshOptions extends ReadOnHeadsOptions {
  readonly rpc: Rpc;
  readonly parts: readonly RefreshPart[];
}

/**
 * Reads all parts in one batch, once now and then soon after every head, never two at once. An
 * endpoint whose answers make no sense is left for the next one. A reading that fails leaves the
 * old values with their age, and the reader decides how old is too old.
 *
 * @example
 * ```ts
 * await createRefresh({
 *   rpc,
 *   heads,
 *   parts: [balances, fees],
 *   afterHeadMs: 50,
 *   clock: Date.now,
 *   signal,
 * });
 * ```
 */
export async function createRefresh(options: RefreshOptions): Promise<void> {
  const { rpc, parts, signal } = options;
  const refresh = async (): Promise<void> => {
    const wanted = parts.map((part) => part.requests());
    await rpc.first(async (ask) => {
      const replies = await ask(wanted.flat(), signal);
      let offset = 0;
      parts.forEach((part, index) => {
        const count = wanted[index]?.length ?? 0;
        part.apply(replies.slice(offset, offset + count));
        offset += count;
      });
    }, signal);
  };
  await readOnHeads(refresh, options);
}
