import type { IncomingMessage, Server } from 'node:http';

/** Longer than callers keep a connection: none sends on one that is being closed. */
const idleMs = 65_000;

/** Listens on a loopback port; undefined where it is taken. */
export function listen(server: Server, port: number): Promise<number | undefined> {
  server.keepAliveTimeout = idleMs;
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : undefined);
    });
  });
}

/** Text of a request; undefined where it has more bytes than allowed. */
export async function readBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A request without an encoding yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
