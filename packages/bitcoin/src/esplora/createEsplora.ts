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
  const ask = async (path: string, init: RequestInit): Promise<EsploraAnswer> => {
    const response = await fetch(`${base}${path}`, init);
    return { status: response.status, text: await readText(response) };
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

/** Text of an answer; one that is too long is not read to its end. */
async function readText({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; reader !== undefined;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > answerBytesMax) {
      await reader.cancel();
      throw new Error(`The endpoint answered more than ${answerBytesMax} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
