import { standardError } from '@portage/core';
import type { RawData } from 'ws';
import { refuseExceeded } from '../access/accessHooks.js';
import { parseInput } from '../routes/parseInput.js';
import type { Subscriptions } from './createSubscriptions.js';
import type { SocketLine } from './socketLine.js';
import { printRefused, printTaken, type SocketMessage } from './socketMessages.js';
import type { SocketCaller, SocketParts } from './socketParts.js';
import { socketMessageSchema } from './socketSchemas.js';

/** Messages of a connection that wait for their answers. */
const waitingMax = 32;

/** Messages of one connection. */
export interface MessageQueue {
  /** Takes a message; false where as many wait as may. */
  add(data: RawData, isBinary: boolean): boolean;
}

/** Parts that answer the messages of a connection. */
export interface MessageQueueOptions {
  readonly parts: Pick<SocketParts, 'access' | 'onError' | 'now'>;
  readonly caller: Pick<SocketCaller, 'counted' | 'id'>;
  readonly subscriptions: Subscriptions;
  readonly line: SocketLine;
}

function readMessage(data: RawData, isBinary: boolean): SocketMessage {
  if (isBinary) throw standardError('INVALID_JSON');
  let content: unknown;
  try {
    // Text comes as one buffer.
    content = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '');
  } catch (cause) {
    throw standardError('INVALID_JSON', { cause });
  }
  return parseInput(socketMessageSchema, content);
}

async function perform(
  message: SocketMessage,
  { subscriptions, line, parts }: MessageQueueOptions,
): Promise<void> {
  if (message.type === 'unsubscribe') {
    subscriptions.end(message);
    line.send(printTaken(message, parts.now()));
    return;
  }
  const subscription = await subscriptions.open(message);
  // A client that left meanwhile has been forgotten already.
  if (!line.isOpen()) subscriptions.stop();
  line.send(printTaken(message, parts.now()));
  await subscription.begin().catch((error: unknown) => {
    subscriptions.end(message);
    throw error;
  });
}

/** Makes the queue of a connection: its messages are answered one after the other. */
export function createMessageQueue(options: MessageQueueOptions): MessageQueue {
  const { parts, caller, line } = options;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  async function answer(data: RawData, isBinary: boolean): Promise<void> {
    let message: SocketMessage | undefined;
    try {
      // The answer would reach no client.
      if (!line.isOpen()) return;
      const state = await parts.access.take('other', caller.counted);
      if (state !== undefined) refuseExceeded(state, caller.counted);
      message = readMessage(data, isBinary);
      await perform(message, options);
    } catch (error) {
      const refused = printRefused(error, { message, incident: caller.id });
      if (refused.isOurs) parts.onError(error);
      line.send(refused.text);
    } finally {
      waiting -= 1;
    }
  }

  return {
    add: (data, isBinary) => {
      if (waiting >= waitingMax) return false;
      waiting += 1;
      last = last.then(() => answer(data, isBinary));
      return true;
    },
  };
}
