import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Headers that ask for another protocol. */
const ofUpgrades: ReadonlySet<string> = new Set(['connection', 'http2-settings', 'upgrade']);

/** Connection that asked for another protocol, and what of it was read beyond the head. */
export interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/**
 * Has a call answered as if it had not asked for another protocol, as HTTP allows. Clients ask for
 * HTTP/2 with any call, also with one that has a body, so the server reads the connection anew.
 */
export function handBack(
  server: Server,
  { method = 'GET', url = '/', httpVersion, headers, rawHeaders }: IncomingMessage,
  { socket, head }: Upgrade,
): void {
  const fields = rawHeaders.flatMap((name, index) =>
    index % 2 === 1 || ofUpgrades.has(name.toLowerCase())
      ? []
      : [`${name}: ${rawHeaders[index + 1] ?? ''}`],
  );
  if (/\bclose\b/i.test(headers.connection ?? '')) fields.push('connection: close');
  const text = [`${method} ${url} HTTP/${httpVersion}`, ...fields, '', ''].join('\r\n');
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]));
  server.emit('connection', socket);
}
