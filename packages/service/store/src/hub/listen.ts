import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig, type Log } from '../pool/createPool.js';

/** The dedicated connection that hears what other processes tell. */
export interface Listener {
  close(): Promise<void>;
}

const retryMillisecondsMax = 5_000;

/**
 * Keeps one connection that LISTENs on `channels`, made anew whenever it breaks. What was told
 * while there was none is lost, so `onReconnect` must look at everything again.
 */
export async function listen(options: {
  readonly url: string;
  readonly log: Log;
  readonly channels: readonly string[];
  readonly onNotification: (channel: string, payload: string) => void;
  readonly onReconnect: () => void;
}): Promise<Listener> {
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connectionConfig(options.url, 'portage listener'),
      statement_timeout: 0,
    });
    next.on('notification', ({ channel, payload = '' }) =>
      options.onNotification(channel, payload),
    );
    next.on('error', (error) =>
      options.log('the connection that listens broke', { error: error.message }),
    );
    await next.connect();
    for (const channel of options.channels)
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    next.once('end', () => {
      if (!isClosing()) void reconnect();
    });
    client = next;
  }

  async function reconnect(): Promise<void> {
    client = undefined;
    for (let wait = 100; !isClosing(); wait = Math.min(2 * wait, retryMillisecondsMax)) {
      try {
        await sleep(wait, undefined, { signal: closing.signal });
        await connect();
        options.onReconnect();
        return;
      } catch (error) {
        if (isClosing()) return;
        options.log('listening is not possible for now', {
          error: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }

  await connect();
  return {
    close: async () => {
      closing.abort();
      await client?.end();
    },
  };
}
