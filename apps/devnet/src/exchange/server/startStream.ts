import type { Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { checkAuth } from '../admission/checkAuth.js';
import { describeTransaction } from '../api/describeTransaction.js';
import { writeJson } from '../api/writeJson.js';
import type { Exchange } from '../exchange.js';
import { statuses, type LedgerTransaction } from '../ledger/createTransactions.js';
import { Refusal } from '../refusal.js';

const messageBytesMax = 65_536;
const streamPath = '/stream';

const subscribeSchema = z.object({
  type: z.literal('subscribe'),
  channel: z.string().regex(/^account_tx\/\d{1,15}$/),
  auth: z.string().optional(),
});

/** Channels of accounts, on the port of the API. */
export interface Stream {
  /** Sends what was executed since the last call; ends all connections while the fault is on. */
  tell(): void;
}

/**
 * Serves the channel `account_tx/<account>` at `/stream`: each transaction of an account, once it
 * is executed.
 */
export function startStream(exchange: Exchange, server: Server): Stream {
  const sockets = new WebSocketServer({ server, path: streamPath, maxPayload: messageBytesMax });
  const channels = new Map<WebSocket, Set<number>>();
  const told = new Set(executed(exchange).map(({ hash }) => hash));
  sockets.on('connection', (socket) => {
    if (exchange.faults.current().isStreamDown) {
      socket.terminate();
      return;
    }
    const accounts = new Set<number>();
    channels.set(socket, accounts);
    socket.on('close', () => channels.delete(socket));
    socket.on('error', () => socket.terminate());
    socket.on('message', (data: Buffer) => {
      socket.send(writeJson(answer(exchange, accounts, data.toString('utf8'))));
    });
    socket.send(writeJson({ type: 'connected' }));
  });
  return {
    tell: () => {
      const news = executed(exchange).filter(({ hash }) => !told.has(hash));
      for (const { hash } of news) told.add(hash);
      for (const [socket, accounts] of channels) {
        if (exchange.faults.current().isStreamDown) socket.terminate();
        for (const account of accounts) {
          const txs = news
            .filter((one) => one.accounts.includes(account))
            .map((one) => describeTransaction(exchange, one));
          const channel = `account_tx:${String(account)}`;
          if (txs.length > 0) socket.send(writeJson({ type: 'update/account_tx', channel, txs }));
        }
      }
    },
  };
}

function executed({ transactions }: Exchange): readonly LedgerTransaction[] {
  return transactions.all().filter(({ status }) => status === statuses.executed);
}

/** Answer to a message of a caller; a channel that is subscribed to is told of from now on. */
function answer(exchange: Exchange, accounts: Set<number>, text: string): object {
  const invalid = { error: { code: 30_005, message: 'Invalid Channel' } };
  try {
    const { channel, auth } = subscribeSchema.parse(JSON.parse(text));
    const account = Number(channel.split('/')[1]);
    checkAuth(exchange, new URLSearchParams({ auth: auth ?? '' }), account);
    accounts.add(account);
    return { type: 'subscribed/account_tx', channel: channel.replace('/', ':') };
  } catch (error) {
    if (error instanceof Refusal) return { error: { code: 20_013, message: error.message } };
    return invalid;
  }
}
