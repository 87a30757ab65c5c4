import { WebSocket } from 'ws';
import type { Log } from '@portage/core';
import { isObject } from '@portage/chain-kit';
import type { AuthTokens } from '../endpoint/createAuthTokens.js';

/** A host lets 80 connections a minute be made. */
const reconnectMs = 1_000;
const reconnectMsMax = 30_000;
/** Hosts end what says nothing for two minutes. */
const heartbeatMs = 30_000;
const messageBytesMax = 4_000_000;
/** Channel of the executed transactions of an account. */
const channel = 'account_tx';

/** Announcements of transactions of our accounts. */
export interface Announcements {
  /** Whether transactions of all accounts are announced at the moment. */
  readonly live: () => boolean;
}

/** Options of {@link createAnnouncements}. */
export interface AnnouncementsOptions {
  /** Address of the host's stream. It may carry secrets and is never printed. */
  readonly url: string;
  readonly accounts: readonly number[];
  /** Tokens of the accounts; undefined for a host that wants none. */
  readonly tokens: AuthTokens | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Slug of the chain, for the log. */
  readonly chain: string;
  readonly log: Log;
  /** A transaction was executed, or may have been while nothing was announced. */
  readonly onTransaction: () => void;
}

/**
 * Listens to the channel of each account until the signal aborts, and connects again with growing
 * pauses. What is announced only says when to read: its contents count for nothing. The log has a
 * line when the channel is lost, and one when it is back.
 */
export function createAnnouncements(options: AnnouncementsOptions): Announcements {
  const { url, accounts, timeoutMs, signal, chain, log, onTransaction } = options;
  const open = new Set<number>();
  let current: WebSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = reconnectMs;
  let isLost = false;

  const connect = (): void => {
    if (signal.aborted) return;
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: messageBytesMax,
      handshakeTimeout: timeoutMs,
    });
    current = socket;
    const stopHeartbeat = startHeartbeat(socket);
    socket.on('open', () => subscribe(socket, options));
    socket.on('message', (data: Buffer) => {
      const message = read(data);
      if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
      else if (message.type === undefined) socket.terminate();
      else if (message.type === `update/${channel}`) onTransaction();
      else if (message.type === `subscribed/${channel}` && message.account !== undefined)
        subscribed(message.account);
    });
    // An error is always followed by `close`, which is where it is dealt with.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      stopHeartbeat();
      open.clear();
      if (signal.aborted) return;
      if (!isLost)
        log('the channel of our accounts is lost: they are read by HTTP alone', { chain });
      isLost = true;
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, reconnectMsMax);
    });
  };

  function subscribed(account: number): void {
    // A host that names other accounts, or one again, changes nothing.
    if (!accounts.includes(account) || open.has(account)) return;
    open.add(account);
    if (!isLive()) return;
    pause = reconnectMs;
    if (isLost) log('the channel of our accounts is back', { chain });
    isLost = false;
    // Transactions of the time without a channel were not announced.
    onTransaction();
  }

  const isLive = (): boolean => accounts.every((account) => open.has(account));
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      current?.terminate();
    },
    { once: true },
  );
  connect();
  return { live: isLive };
}

function subscribe(socket: WebSocket, { accounts, tokens }: AnnouncementsOptions): void {
  for (const account of accounts)
    socket.send(
      JSON.stringify({
        type: 'subscribe',
        channel: `${channel}/${String(account)}`,
        auth: tokens?.of(account),
      }),
    );
}

/** A host that misses one heartbeat is gone, even if TCP has not noticed. */
function startHeartbeat(socket: WebSocket): () => void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, heartbeatMs);
  return () => clearInterval(timer);
}

/** Type of a message, and the account of its channel; no type of a refusal, and of nonsense. */
function read(data: Buffer): { readonly type?: string; readonly account?: number } {
  try {
    const message: unknown = JSON.parse(data.toString('utf8'));
    const { type, channel: name } = isObject(message) ? message : {};
    const [, account] = /^account_tx:(\d{1,15})$/.exec(typeof name === 'string' ? name : '') ?? [];
    if (typeof type !== 'string' || type === 'error') return {};
    return account === undefined ? { type } : { type, account: Number(account) };
  } catch {
    return {};
  }
}
