/** Milliseconds that one answer may take. */
const answerMsMax = 15_000;

/** Answer of an endpoint: its status and its text. */
export interface EsploraAnswer {
  readonly status: number;
  readonly text: string;
}

/** REST endpoint of Esplora. A failed connection rejects; every answer resolves. */
export interface Esplora {
  get(path: string, signal: AbortSignal): Promise<EsploraAnswer>;
  /** The answer of `POST /tx` with a signed transaction as hex. */
  broadcast(transaction: string, signal: AbortSignal): Promise<EsploraAnswer>;
}

/** Opens the endpoint that the caller names, and no other. */
export function createEsplora(url: string): Esplora {
  const base = url.replace(/\/+$/, '');
  const ask = async (path: string, init: RequestInit): Promise<EsploraAnswer> => {
    const response = await fetch(`${base}${path}`, init);
    return { status: response.status, text: await response.text() };
  };
  const limited = (signal: AbortSignal): AbortSignal =>
    AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]);
  return {
    get: (path, signal) => ask(path, { signal: limited(signal) }),
    broadcast: (body, signal) =>
      ask('/tx', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body,
        signal: limited(signal),
      }),
  };
}
