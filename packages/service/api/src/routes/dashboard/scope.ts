import type { Access, KeyHolder } from '@portage/access';
import { assert, PortageError } from '@portage/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Holder of a key who views the dashboard, and whether as an operator. */
export interface Viewer {
  readonly holder: KeyHolder;
  readonly isOperator: boolean;
}

/** Reads the viewer, and has answers kept in no cache. */
export function readViewer({ caller: holder }: FastifyRequest, reply: FastifyReply): Viewer {
  assert(holder !== undefined, 'the endpoint needs a key');
  void reply.header('cache-control', 'private, no-store');
  return { holder, isOperator: holder.rights.includes('operator') };
}

/**
 * Key whose requests a viewer asked for: any for an operator, who sees all without one; for an app
 * one of its owner's, by default the key that asks.
 *
 * @throws PortageError `UNAUTHORIZED` for a key of another owner, and for one that does not exist
 */
export async function keyOf(
  { holder, isOperator }: Viewer,
  asked: string | undefined,
  access: Pick<Access, 'visible'>,
): Promise<string | undefined> {
  if (isOperator) return asked;
  if (asked === undefined || asked === holder.apiKeyId) return holder.apiKeyId;
  const [own] = await access.visible(holder, [asked]);
  if (own === asked) return own;
  throw new PortageError('UNAUTHORIZED', {
    message: 'This is no key of the same owner.',
    hint: 'Leave apiKey out, or name a key of the same owner.',
    context: { path: 'apiKey' },
  });
}

/** @throws PortageError `FORBIDDEN` for a viewer who is no operator */
export function checkOperator({ isOperator }: Viewer): void {
  if (isOperator) return;
  throw new PortageError('FORBIDDEN', {
    message: 'Only operators see this.',
    hint: 'Use a key that was made with --right operator.',
  });
}
