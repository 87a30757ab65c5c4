import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Subscription to the deposits of one chain that does nothing else: the time of delivery alone. */
export interface DepositSubscription {
  /** Moment (`performance.now()`) at which the log of an order's deposit was delivered. */
  delivered(orderId: string): Promise<number>;
  close(): void;
}

/** Subscribes to the logs of a depository over a websocket of its own. */
export async function subscribeDeposits(
  wsUrl: string,
  depository: string,
): Promise<DepositSubscription> {
  const socket = new WebSocket(wsUrl, { perMessageDeflate: false });
  await once(socket, 'open');
  const waiting = new Map<string, (at: number) => void>();
  socket.on('message', (data: Buffer) => {
    const at = performance.now();
    const { params } = JSON.parse(data.toString('utf8')) as {
      readonly params?: { readonly result: { readonly topics: readonly string[] } };
    }; // The node is ours.
    const orderId = params?.result.topics[1];
    if (orderId === undefined) return;
    waiting.get(orderId)?.(at);
    waiting.delete(orderId);
  });
  socket.send(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_subscribe',
      params: ['logs', { address: depository }],
    }),
  );
  await once(socket, 'message');
  return {
    delivered: (orderId) => new Promise((resolve) => waiting.set(orderId, resolve)),
    close: () => {
      socket.terminate();
    },
  };
}
