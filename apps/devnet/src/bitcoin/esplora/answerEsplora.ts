import type { RpcContext } from '../rpc/defineMethod.js';
import { RpcError, rejected } from '../rpc/rpcError.js';
import { Reject } from '../reject.js';
import { readTransaction } from '../transaction/readTransaction.js';
import { addressRoutes } from './addressRoutes.js';
import { blockRoutes } from './blockRoutes.js';
import { HttpError } from './httpError.js';
import type { EsploraRoute } from './route.js';
import { transactionRoutes } from './transactionRoutes.js';

/** Answer of the REST interface. */
export interface EsploraAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

const routes: readonly EsploraRoute[] = [...blockRoutes, ...addressRoutes, ...transactionRoutes];

/** Paths of a transaction or a block, whose id is none where no route was found for them. */
const hashPath = /^\/(?:tx|block)\/(?![0-9a-f]{64}(?:\/|$))/;

/** Answers a GET under `/esplora`; the path comes without that. */
export function answerGet(context: RpcContext, path: string): EsploraAnswer {
  for (const route of routes) {
    const found = route.path.exec(path);
    if (found === null) continue;
    try {
      return answerOf(route.run(context, found.slice(1)));
    } catch (error) {
      return refusal(error);
    }
  }
  return hashPath.test(path)
    ? text(400, 'Invalid hex string')
    : text(404, 'endpoint does not exist');
}

/** Broadcasts a transaction in hex; answers with its id, or with Core's error. */
export function answerPost(context: RpcContext, body: string): EsploraAnswer {
  try {
    if (!/^(?:[0-9a-f]{2})+$/i.test(body.trim())) throw new Reject('TX decode failed');
    const tx = readTransaction(Buffer.from(body.trim(), 'hex'));
    const { mempool } = context.node;
    return text(200, (mempool.get(tx.id) ?? mempool.accept(tx)).tx.id);
  } catch (error) {
    if (!(error instanceof Reject)) return refusal(error);
    const { code, message } = rejected(error);
    return text(400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`);
  }
}

function answerOf(value: unknown): EsploraAnswer {
  if (typeof value === 'string') return text(200, value);
  if (Buffer.isBuffer(value)) return { status: 200, type: 'application/octet-stream', body: value };
  return { status: 200, type: 'application/json', body: JSON.stringify(value) };
}

function refusal(error: unknown): EsploraAnswer {
  if (error instanceof HttpError) return text(error.status, error.message);
  if (error instanceof RpcError) return text(400, error.message);
  return text(500, `Internal error: ${String(error)}`);
}

function text(status: number, body: string): EsploraAnswer {
  return { status, type: 'text/plain', body };
}
