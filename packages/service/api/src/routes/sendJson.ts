import type { FastifyReply } from 'fastify';

/** Media type of every answer in JSON. */
export const jsonType = 'application/json; charset=utf-8';

/**
 * Sends JSON text as it is; no serialiser runs over it, and Node writes it to the socket in one
 * piece with the head.
 */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', jsonType).send(text);
}
