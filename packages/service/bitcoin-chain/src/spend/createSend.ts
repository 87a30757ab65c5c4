import {
  sendEverywhere,
  type Endpoint,
  type RpcReply,
  type Rpc,
  type SendFailure,
} from '@portage/chain-kit';
import type { BroadcastResult } from '@portage/core/chain';
import type { Esplora } from '../esplora/createEsplora.js';
import { classifySendFailure } from '../rpc/classifySendFailure.js';

/** Error code of Core for a transaction that it does not take. */
const rejectedCode = -26;

/** Meaning of a refusal, as endpoints are compared by it. */
function meaningOf(message: string): SendFailure {
  const result = classifySendFailure(message);
  if (result.status === 'accepted') return 'known';
  if (result.status === 'unknown') return 'ambiguous';
  return result.isUnderpriced === true ? 'underpriced' : 'refused';
}

/**
 * Gives signed bytes to every endpoint at once, Core's and Esplora's. The rate that they pay was
 * limited when they were signed, so that no node need look at it.
 */
export function createSend(
  rpc: Rpc,
  esploras: readonly Esplora[],
): (bytes: Uint8Array, signal?: AbortSignal) => Promise<BroadcastResult> {
  const everywhere = { ...rpc, endpoints: [...rpc.endpoints, ...esploras.map(asEndpoint)] };
  return async (bytes, signal) => {
    const [result] = await sendEverywhere(
      everywhere,
      [{ method: 'sendrawtransaction', params: [Buffer.from(bytes).toString('hex'), 0] }],
      ({ message }) => meaningOf(message),
      signal,
    );
    return result ?? { status: 'unknown', reason: 'no endpoint answered' };
  };
}

/** Esplora as an endpoint that only takes transactions. */
function asEndpoint(esplora: Esplora): Endpoint {
  return {
    label: esplora.label,
    ask: (requests, signal) =>
      Promise.all(
        requests.map(async ({ params: [hex] }): Promise<RpcReply> => {
          const bytes = Uint8Array.from(Buffer.from(String(hex), 'hex'));
          const result = await esplora.send(bytes, signal);
          if (result.status === 'accepted') return { ok: true, result: null };
          return { ok: false, error: { code: rejectedCode, message: result.reason } };
        }),
      ),
    close: () => esplora.close(),
  };
}
