import pino, { type Logger } from 'pino';
import { prettyLine } from './prettyLine.js';

/** Members that may hold a secret, at any depth of a log entry. */
const secrets = [
  'privateKey',
  'solverPrivateKey',
  'allocatorPrivateKey',
  'databaseUrl',
  'apiKey',
  'authorization',
  '["x-api-key"]',
];

/** Options of a log. */
export interface LogOptions {
  /** Removes secrets from a line before it is written. */
  readonly clean?: (line: string) => string;
  /** Writes lines for people instead of JSON. */
  readonly pretty?: boolean;
}

/**
 * Log of the service: one JSON object a line on standard error, because standard output is for
 * results.
 *
 * @param level - pino's level; `silent` for none
 */
export function createLog(
  level: string,
  { clean = (line) => line, pretty = false }: LogOptions = {},
): Logger {
  const paths = secrets.flatMap((name) =>
    name.startsWith('[') ? [name, `*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`],
  );
  const streamWrite = pretty ? (line: string) => prettyLine(clean(line)) : clean;
  return pino(
    { level, base: null, redact: { paths, censor: '[redacted]' }, hooks: { streamWrite } },
    pino.destination({ fd: 2, sync: true }),
  );
}
