import type { FastifyReply } from 'fastify';

/**
 * Sends JSON text as it is; no serialiser runs over it, and Node writes it to the socket in one
 * piece with the head.
 */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}
