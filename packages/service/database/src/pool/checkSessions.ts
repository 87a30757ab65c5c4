import { randomBytes } from 'node:crypto';
import { describeError, isPortageError, PortageError } from '@portage/core';
import pg from 'pg';
import { connectionConfig, sessionSettings } from './createPool.js';

/** Milliseconds that the server has for each answer of the check. */
const answerMsMax = 5_000;

const mark = 'portage.session';

/** Process of the server that answers, and the mark of its session. */
interface Session {
  readonly pid: number;
  readonly mark: string;
  /** Whether the settings of our connections are in force. */
  readonly isOurs: boolean;
}

/**
 * Refuses a database behind a pooler that gives a session's server away between transactions, and
 * one that drops the settings of our connections: prepared statements, notifications and durable
 * commits rest on both. One session leaves a mark; two others then occupy servers, and no other
 * session may see the mark, nor may its owner lose it.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, or what the driver throws
 */
export async function checkSessions(url: string): Promise<void> {
  const clients = [0, 1, 2].map(() => connect(url));
  const [first, ...others] = clients;
  try {
    if (first === undefined) return;
    await Promise.all(clients.map((client) => client.connect()));
    const token = randomBytes(8).toString('hex');
    await first.query(`select set_config('${mark}', $1, false)`, [token]);
    const marked = await readSession(first);
    const seen: Session[] = [];
    for (const other of others) {
      await other.query('begin');
      seen.push(await readSession(other));
    }
    const after = await readSession(first);
    const isShared = seen.some(({ pid, mark: told }) => pid === marked.pid || told === token);
    if (isShared || after.pid !== marked.pid || after.mark !== token)
      throw refusal('sessions do not keep their server from one transaction to the next');
    if (![marked, ...seen].every(({ isOurs }) => isOurs))
      throw refusal('the settings of a connection are dropped');
  } catch (error) {
    throw explain(error);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

function connect(url: string): pg.Client {
  const client = new pg.Client({
    ...connectionConfig(url, 'portage check'),
    query_timeout: answerMsMax,
  });
  // A connection that breaks fails the query, which says so.
  client.on('error', () => undefined);
  return client;
}

async function readSession(client: pg.Client): Promise<Session> {
  const { rows } = await client.query<{
    readonly pid: number;
    readonly mark: string | null;
    readonly settings: readonly string[];
  }>(
    `select pg_backend_pid() as pid, current_setting('${mark}', true) as mark,
       array(select current_setting(name) from unnest($1::text[]) with ordinality as each (name, place) order by place) as settings`,
    [Object.keys(sessionSettings)],
  );
  const [row] = rows;
  const wanted = Object.values(sessionSettings);
  return {
    pid: row?.pid ?? 0,
    mark: row?.mark ?? '',
    isOurs: wanted.every((value, index) => row?.settings[index]?.startsWith(value) === true),
  };
}

function refusal(found: string): PortageError {
  return new PortageError('INVALID_CONFIGURATION', {
    message: `DATABASE_URL leads to a pooler, such as PgBouncer: ${found}.`,
    hint: 'Name the server itself, or a proxy that passes connections on unchanged (HAProxy). The service keeps a pool of its own: database.connectionsMax in the configuration is its size.',
  });
}

/** A pooler may refuse our settings, or have no server left for the third session. */
function explain(error: unknown): unknown {
  if (isPortageError(error)) return error;
  const message = describeError(error);
  if (message.includes('unsupported startup parameter'))
    return refusal('it refuses the settings of a connection');
  if (message === 'Query read timeout') return refusal('a session waits for the server of another');
  return error;
}
