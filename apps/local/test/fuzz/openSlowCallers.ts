import { once } from 'node:events';
import { connect } from 'node:net';

/** Connections that send a byte now and then. */
export interface SlowCallers {
  /** Answers to all of them, once the service has ended each. */
  readonly answers: Promise<readonly string[]>;
  /** Number of connections that are open still. */
  readonly open: () => number;
  close(): void;
}

/** Opens them; each begins a call whose head never ends. */
export async function openSlowCallers(url: string, count: number): Promise<SlowCallers> {
  const { hostname, port } = new URL(url);
  const callers = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname);
      let heard = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
      socket.on('error', () => undefined);
      const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
      await once(socket, 'connect');
      socket.write('POST /quote/v2 HTTP/1.1\r\nhost: x\r\nx-slow: ');
      return { socket, closed };
    }),
  );
  const drip = setInterval(() => {
    for (const { socket } of callers) if (!socket.destroyed) socket.write('y');
  }, 3_000);
  return {
    answers: Promise.all(callers.map(({ closed }) => closed)),
    open: () => callers.filter(({ socket }) => !socket.destroyed).length,
    close: () => {
      clearInterval(drip);
      for (const { socket } of callers) socket.destroy();
    },
  };
}
