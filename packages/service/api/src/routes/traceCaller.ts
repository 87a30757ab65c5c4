import { addressKey } from '@portage/access';
import type { FastifyRequest } from 'fastify';

/**
 * Name under which a caller's looks at transactions are counted: its API key, wherever it calls
 * from, and its address without a key. The two have different shapes.
 */
export function traceCaller({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string {
  return caller === undefined ? `address ${addressKey(ip)}` : `key ${caller.apiKeyId}`;
}
