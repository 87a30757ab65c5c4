import type { FastifyRequest } from 'fastify';

/**
 * Addresses of the machine and of an operator's networks: loopback, private, link-local,
 * carrier-grade.
 */
const ownAddresses = [
  /^(?:127|10)\./,
  /^192\.168\./,
  /^172\.(?:1[6-9]|2[0-9]|3[01])\./,
  /^169\.254\./,
  /^100\.(?:6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])\./,
  /^::1$/,
  /^f[cd][0-9a-f]{2}:/,
  /^fe[89ab][0-9a-f]:/,
] as const;

/** Headers of calls that pages make, or that a proxy hands on. */
const foreignHeaders = ['origin', 'referer', 'sec-fetch-site', 'forwarded', 'via'] as const;
const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const;

/**
 * Whether a call comes straight from the operator's own network: neither from a page nor through a
 * proxy, which hands on the calls of strangers.
 */
export function isOperatorCall({
  headers,
  socket,
}: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  if ([...foreignHeaders, ...forwardedHeaders].some((name) => headers[name] !== undefined))
    return false;
  const address = socket.remoteAddress?.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '') ?? '';
  return ownAddresses.some((pattern) => pattern.test(address));
}
