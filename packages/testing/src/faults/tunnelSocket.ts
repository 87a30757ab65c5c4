import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Both ends of a websocket that goes through the proxy. */
export interface Tunnel {
  /** Lets nothing more from the node reach the client. */
  silence(): void;
  close(): void;
}

/** Connects an upgrade request to the target and passes bytes in both directions, unread. */
export function tunnelSocket(
  target: URL,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Tunnel {
  let silent = false;
  const node: Socket = connect(
    Number(target.port === '' ? 80 : target.port),
    target.hostname,
    () => {
      const headers = Object.entries({ ...request.headers, host: target.host }).map(
        ([name, value]) => `${name}: ${String(value)}`,
      );
      node.write([`GET ${target.pathname} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
      node.write(head);
      client.pipe(node);
    },
  );
  node.on('data', (chunk: Buffer) => {
    if (!silent) client.write(chunk);
  });
  const close = (): void => {
    node.destroy();
    client.destroy();
  };
  for (const end of [node, client]) end.on('error', close).on('close', close);
  return { silence: () => void (silent = true), close };
}
