import { addressKey } from '@portage/access';
import type { FastifyRequest } from 'fastify';

/**
 * Name under which what a caller has the service ask others is counted, such as looks at
 * transactions: its API key, wherever it calls from, and its address without a key. The two have
 * different shapes.
 */
export function traceCaller({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string {
  return caller === undefined ? `address ${addressKey(ip)}` : `key ${caller.apiKeyId}`;
}
