import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '@portage/core';
import pg from 'pg';
import { connectionConfig, type Log } from '../pool/createPool.js';

/** Subscriber of one channel. */
export interface ChannelSubscriber {
  /** Receives the payload of a notification; must not throw. */
  readonly receive: (payload: string) => void;
  /** Reads everything again, because the connection broke and notifications may be lost. */
  readonly refresh: () => void;
}

/** Connection of a process that receives notifications of other processes. */
export interface Listener {
  /** Adds a channel; resolves once the database sends its notifications. */
  subscribe(channel: string, subscriber: ChannelSubscriber): Promise<void>;
  close(): Promise<void>;
}

/** Database to listen to, and the log. */
export interface ListenOptions {
  readonly url: string;
  readonly log: Log;
}

const retryMsMax = 5_000;

/**
 * Keeps one connection that LISTENs to the channels of its subscribers and replaces it when it
 * breaks.
 */
export async function listen({ url, log }: ListenOptions): Promise<Listener> {
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;
  const subscribers = new Map<string, ChannelSubscriber>();
  let client: pg.Client | undefined;

  const listenTo = (connection: pg.Client, channel: string): Promise<unknown> =>
    connection.query(`listen ${pg.escapeIdentifier(channel)}`);

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connectionConfig(url, 'portage listener'),
      statement_timeout: 0,
    });
    next.on('notification', ({ channel, payload = '' }) =>
      subscribers.get(channel)?.receive(payload),
    );
    next.on('error', (error) => log('the connection that listens broke', { error: error.message }));
    await next.connect();
    for (const channel of subscribers.keys()) await listenTo(next, channel);
    next.once('end', () => {
      if (!isClosing()) void reconnect();
    });
    client = next;
  }

  async function reconnect(): Promise<void> {
    client = undefined;
    for (let wait = 100; !isClosing(); wait = Math.min(2 * wait, retryMsMax)) {
      try {
        await sleep(wait, undefined, { signal: closing.signal });
        await connect();
        for (const subscriber of subscribers.values()) subscriber.refresh();
        return;
      } catch (error) {
        if (isClosing()) return;
        log('listening is not possible for now', { error: describeError(error) });
      }
    }
  }

  await connect();
  return {
    subscribe: async (channel, subscriber) => {
      subscribers.set(channel, subscriber);
      // A new connection listens to all channels.
      if (client !== undefined) await listenTo(client, channel);
    },
    close: async () => {
      closing.abort();
      await client?.end();
    },
  };
}
