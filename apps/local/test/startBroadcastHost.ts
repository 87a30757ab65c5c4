import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

/** Public host to which published Bitcoin wallets send, answered by a node of ours. */
export interface BroadcastHost {
  /** Requests as they came, `POST https://…`. */
  readonly asked: readonly string[];
  close(): void;
}

/**
 * Answers the requests of this process to other hosts, by a proxy that its environment names.
 *
 * @param send - gives a signed transaction to a node; returns its id
 */
export async function startBroadcastHost(
  send: (body: string) => Promise<string>,
): Promise<BroadcastHost> {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      send(body).then(
        (txId) => response.end(txId),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this kind.
  const { port } = proxy.address() as AddressInfo;
  vi.stubEnv('https_proxy', `http://127.0.0.1:${String(port)}`);
  vi.stubEnv('no_proxy', '127.0.0.1,localhost');
  return {
    asked,
    close: () => {
      vi.unstubAllEnvs();
      proxy.close();
    },
  };
}
