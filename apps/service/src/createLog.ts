import pino, { type Logger } from 'pino';
import { prettyLine } from './prettyLine.js';

/** Members that may hold a secret, wherever they stand in what is logged. */
const secrets = [
  'privateKey',
  'solverPrivateKey',
  'allocatorPrivateKey',
  'databaseUrl',
  'apiKey',
  'authorization',
  '["x-api-key"]',
];

/** How a log is written. */
export interface LogOptions {
  /** Takes secrets out of a line that is about to be written. */
  readonly clean?: (line: string) => string;
  /** Lines for people instead of JSON. */
  readonly pretty?: boolean;
}

/**
 * The service's log: one JSON object a line on standard error, so that standard output stays for
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
