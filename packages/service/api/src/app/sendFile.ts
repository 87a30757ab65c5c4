import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppFile } from './readAppFiles.js';

/** A file, and how it is sent. */
export interface SentFile {
  readonly file: AppFile;
  /** Content security policy. */
  readonly policy: string;
  /** Whether the name holds a hash of what is in it, so that browsers keep it for ever. */
  readonly isHashed: boolean;
}

/** Answers with a file: its bytes as the caller takes them, or that the caller has them. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, policy, isHashed }: SentFile,
): FastifyReply {
  const { type, bytes, etag } = file;
  void reply
    .type(type)
    .headers({
      'content-security-policy': policy,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      vary: 'accept-encoding',
      etag,
    });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const gzip = isPacked ? file.gzip() : undefined;
  if (gzip === undefined) return reply.send(bytes);
  return reply.header('content-encoding', 'gzip').send(gzip);
}
