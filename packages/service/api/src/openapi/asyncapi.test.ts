import specs from '@asyncapi/specs';
import { PortageError } from '@portage/core';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, idOf, type TestServer } from '../../test/createTestServer.js';
import { printReady, printRefused, printTaken, printUpdate } from '../sockets/socketMessages.js';
import { renderStatus } from '../status/renderStatus.js';

interface Channel {
  readonly messages: Readonly<Record<string, { readonly payload: object }>>;
}

interface Document {
  readonly info: { readonly version: string };
  readonly channels: Readonly<Record<'websocket' | 'webhooks', Channel>>;
  readonly operations: Readonly<Record<string, { readonly action: string }>>;
}

let parts: TestServer;
let document: Document;
beforeAll(async () => {
  parts = await createTestServer();
  document = (await parts.server.inject({ url: '/asyncapi.json' })).json<Document>();
});
afterAll(async () => {
  await parts.server.close();
});

const ajv = new Ajv({ strict: false, validateFormats: false });

function isMessage(channel: keyof Document['channels'], name: string, text: string): boolean {
  const schema = document.channels[channel].messages[name]?.payload ?? false;
  return ajv.compile(schema)(JSON.parse(text));
}

describe('GET /asyncapi.json', () => {
  it('is AsyncAPI 3.0, as its own schema says (websocket#asyncapi)', () => {
    const isDocument = ajv.compile(specs.schemasWithoutId['3.0.0'] as object);
    expect([isDocument(document), isDocument.errors]).toEqual([true, null]);
    expect(document.info.version).toBe('1.2.3');
    const [name = ''] = Object.keys(document.operations);
    const wrong = { ...document.operations[name], action: 'shout' };
    expect(isDocument({ ...document, operations: { [name]: wrong } })).toBe(false);
  });

  it('describes the messages that the WebSocket has', () => {
    const request = parts.store.add(idOf(0x71));
    const message = {
      type: 'subscribe',
      event: 'request.status.updated',
      filters: { id: request.id },
    } as const;
    const error = new PortageError('UNKNOWN_REQUEST');
    const incident = 'a';
    const read = printRefused(error, { message, incident }).text;
    const unread = printRefused(error, { message: undefined, incident }).text;
    for (const [name, text] of [
      ['ask', JSON.stringify(message)],
      ['ready', printReady('a')],
      ['taken', printTaken(message, 1)],
      ['refused', read],
      ['refused', unread],
      ['update', printUpdate(request, 1)],
    ] as const) {
      expect([name, isMessage('websocket', name, text)]).toEqual([name, true]);
      expect([name, isMessage('websocket', name, '{}')]).toEqual([name, false]);
    }
  });

  it('describes the bodies of webhooks', () => {
    const data = renderStatus(parts.store.add(idOf(0x72)));
    const body = { event: 'request.status.updated', timestamp: 1, data };
    expect(isMessage('webhooks', 'status', JSON.stringify(body))).toBe(true);
    const other = JSON.stringify({ ...body, event: 'transfer' });
    expect(isMessage('webhooks', 'status', other)).toBe(false);
    expect(isMessage('webhooks', 'transfer', other)).toBe(false);
  });
});
