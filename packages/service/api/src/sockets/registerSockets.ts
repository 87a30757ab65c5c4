import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, type Access, type Limits } from '@portage/access';
import { PortageError } from '@portage/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { admitCaller, countedCaller } from '../access/accessHooks.js';
import { parseInput } from '../routes/parseInput.js';
import type { Sockets } from './createSockets.js';
import { handBack } from './handBack.js';
import { socketQuerySchema } from './socketSchemas.js';
import { startUpgrade, type StartedUpgrade } from './startUpgrade.js';

/** Path of the WebSocket; clients of the model connect to the bare host. */
const path = '/ws';
const paths: ReadonlySet<string> = new Set(['/', path]);

/** Parts that connections are taken with. */
export interface SocketRoutes {
  readonly sockets: Sockets;
  readonly access: Access;
  readonly limits: Pick<Limits, 'socketMessageBytesMax'>;
}

/** Listens for calls that ask for another protocol: calls of the WebSocket, and any others. */
function listenForUpgrades(
  server: FastifyInstance['server'],
): WeakMap<IncomingMessage, StartedUpgrade> {
  const started = new WeakMap<IncomingMessage, StartedUpgrade>();
  server.on('upgrade', (request, socket: Socket, head) => {
    const [place = '', query] = (request.url ?? '').split('?', 2);
    const protocol = request.headers.upgrade?.toLowerCase();
    if (protocol !== 'websocket' || request.method !== 'GET' || !paths.has(place)) {
      handBack(server, request, { socket, head });
      return;
    }
    request.url = query === undefined ? path : `${path}?${query}`;
    const upgrade = startUpgrade(request, socket, head);
    started.set(request, upgrade);
    server.emit('request', request, upgrade.response);
  });
  return started;
}

/**
 * Serves WebSockets at the port of the API. A connection is a call of its route first: it has the
 * caller, the limits and the refusals of every other call.
 */
export function registerSockets(
  app: FastifyInstance,
  { sockets, access, limits }: SocketRoutes,
): void {
  const upgrades = listenForUpgrades(app.server);
  const taker = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.socketMessageBytesMax,
  });

  const connect = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const upgrade = upgrades.get(request.raw);
    if (upgrade === undefined)
      throw new PortageError('INVALID_REQUEST', {
        message: 'This is the address of a WebSocket.',
        hint: 'Connect to it with ws:// or wss://.',
      });
    const address = addressKey(request.ip);
    upgrade.onClose(sockets.take(address));
    reply.hijack();
    const { caller: holder, id } = request;
    if (holder !== undefined)
      access.count({ apiKeyId: holder.apiKeyId, endpoint: path, statusCode: 101, errorCode: '' });
    upgrade.take(taker, (socket) => {
      sockets.open(socket, { holder, counted: countedCaller(request), address, id });
    });
    return reply;
  };

  app.route({
    method: 'GET',
    url: path,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      const { apiKey } = parseInput(socketQuerySchema, request.query);
      const header = request.headers['x-api-key']?.toString() ?? apiKey;
      await admitCaller(access, { kind: 'other', header, request, reply });
    },
    handler: (request, reply) => connect(request, reply),
  });
}
