import pino, { type Logger } from 'pino';

/** Members that may hold a secret, wherever they stand in what is logged. */
const secrets = ['privateKey', 'solverPrivateKey', 'allocatorPrivateKey', 'databaseUrl', 'apiKey', 'authorization', '["x-api-key"]'];

/**
 * The service's log: one JSON object a line on standard error, so that standard output stays for results.
 *
 * @param level - pino's level; `silent` for none
 */
export function createLog(level: string): Logger {
  const paths = secrets.flatMap((name) => (name.startsWith('[') ? [name, `*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`]));
  return pino({ level, base: null, redact: { paths, censor: '[redacted]' } }, pino.destination({ fd: 2, sync: true }));
}
