import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Usage } from '@portage/access';

/** Usage whose writes happen only while the counting server is loaded. */
export interface Gate {
  readonly usage: Usage;
  /**
   * URL of the gate. POST to `/open` opens it; POST to `/shut` shuts it and answers when pending
   * writes are done.
   */
  readonly url: string;
  /** Opens the gate for good. */
  close(): void;
}

/**
 * Gate before the usage. A server writes its counts by a timer, which would as often hit the load
 * of the server that counts nothing. Behind the gate the writes happen while their own load is
 * measured.
 */
export async function createGate(usage: Usage): Promise<Gate> {
  let isOpen = false;
  const waiting: (() => void)[] = [];
  const running = new Set<Promise<void>>();
  const write: Usage['write'] = async (id, counts) => {
    if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    const own = usage.write(id, counts);
    running.add(own);
    await own.finally(() => running.delete(own));
  };
  const turn = (open: boolean): void => {
    isOpen = open;
    if (isOpen) for (const pass of waiting.splice(0)) pass();
  };
  const server = createServer(({ url }, response) => {
    turn(url === '/open');
    void Promise.all(isOpen ? [] : [...running]).then(() => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return {
    usage: { ...usage, write },
    url: `http://127.0.0.1:${String(port)}`,
    close: () => {
      turn(true);
      server.close();
      server.closeAllConnections();
    },
  };
}
