import { createDeadline, readText } from '@portage/core/http';

/** Milliseconds that one answer may take. */
const answerMsMax = 15_000;
/** Bytes that one answer may have: the longest transaction as hex has half of them. */
const answerBytesMax = 16_000_000;

/** Answer of an endpoint: its status and its text. */
export interface EsploraAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * REST endpoint of Esplora. A failed connection rejects, and so does an answer that is too long;
 * every other answer resolves.
 */
export interface Esplora {
  get(path: string, signal: AbortSignal): Promise<EsploraAnswer>;
  /** The answer of `POST /tx` with a signed transaction as hex. */
  broadcast(transaction: string, signal: AbortSignal): Promise<EsploraAnswer>;
}

/** Opens the endpoint that the caller names, and no other. */
export function createEsplora(url: string): Esplora {
  const base = url.replace(/\/+$/, '');
  const ask = async (
    path: string,
    signal: AbortSignal,
    init: RequestInit = {},
  ): Promise<EsploraAnswer> => {
    const deadline = createDeadline(answerMsMax, signal);
    try {
      const response = await fetch(`${base}${path}`, { ...init, signal: deadline.signal });
      return { status: response.status, text: await readText(response, answerBytesMax) };
    } finally {
      deadline.dispose();
    }
  };
  return {
    get: (path, signal) => ask(path, signal),
    broadcast: (body, signal) =>
      ask('/tx', signal, { method: 'POST', headers: { 'content-type': 'text/plain' }, body }),
  };
}
