import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answer of the exchange, as its host passes it on. */
export type HostAnswer = Readonly<Record<string, unknown>>;

/** Falsification of answers by the names of their calls. */
export type HostLies = Readonly<
  Record<string, (answer: HostAnswer, query: URLSearchParams) => HostAnswer>
>;

/** One host in front of the exchange: what it tells, a test can falsify. */
export interface TestHost {
  readonly url: string;
  /** Replaces the lies; without any it tells what the exchange tells. */
  lie(lies?: HostLies): void;
  readonly stop: () => Promise<void>;
}

/** Starts a host in front of an exchange. */
export async function startHost(target: string): Promise<TestHost> {
  let lies: HostLies = {};
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const { method = 'GET', url = '/' } = request;
      const { pathname, searchParams } = new URL(url, target);
      const answer = await fetch(`${target}${url}`, {
        method,
        ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
        headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
      });
      const text = await answer.text();
      const lie = lies[pathname.replace('/api/v1/', '')];
      response
        .writeHead(answer.status)
        .end(
          lie === undefined
            ? text
            : JSON.stringify(lie(JSON.parse(text) as HostAnswer, searchParams)),
        );
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    lie: (next = {}) => {
      lies = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Falsifies the rows of a history. */
export function rowsOf(
  change: (rows: readonly HostAnswer[], query: URLSearchParams) => readonly HostAnswer[],
): HostLies[string] {
  return (answer, query) => ({
    ...answer,
    txs: change((answer['txs'] ?? []) as readonly HostAnswer[], query),
  });
}
