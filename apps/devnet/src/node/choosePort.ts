import { createServer, type AddressInfo } from 'node:net';

/** Wanted loopback port, or a free one when the wanted one is taken (or 0). */
export async function choosePort(wanted: number): Promise<number> {
  return (await tryListen(wanted)) ?? (await tryListen(0)) ?? 0;
}

function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address: AddressInfo | string | null = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}
