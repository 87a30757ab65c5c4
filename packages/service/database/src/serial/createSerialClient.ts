import type pg from 'pg';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Statement as it is sent. */
export type SentStatement = Pick<QueryConfig, 'text' | 'name' | 'values'>;

/** Surroundings of a serial connection. */
export interface SerialOptions {
  /** Milliseconds since 1970 that the server takes for its own time. */
  readonly now: () => number;
  /** Called with each statement and the number of rows that came of it, in their order. */
  readonly trace?: ((statement: SentStatement, rows: number | null) => void) | undefined;
}

/** Options of {@link createSerialClient}. */
export interface SerialClientOptions extends SerialOptions {
  /** Called with each notification. */
  readonly receive: (told: pg.Notification) => void;
}

/** One connection that carries out one statement after another. */
export interface SerialClient {
  query<Row extends QueryResultRow>(statement: SentStatement): Promise<QueryResult<Row>>;
  /**
   * Resolves once no statement is under way or waits, and no caller that was answered asks more.
   */
  idle(): Promise<void>;
}

/** Statements that need no time: a failed transaction takes them, or they come before any query. */
const timeless = /^(?:commit|rollback|set transaction )/;

/** Resolves when everything that an answer made possible has run. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * Sends each statement once the answer to the one before has been worked through, so that the same
 * calls always run in the same order. Notifications are delivered right after the answer with which
 * they came.
 */
export function createSerialClient(
  client: Pick<pg.Client, 'query' | 'on'>,
  { now, trace, receive }: SerialClientOptions,
): SerialClient {
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let toldTime: number | undefined;
  let notices: pg.Notification[] = [];
  client.on('notification', (notice) => void notices.push(notice));

  /** The statement waits in the queue of the connection behind it. */
  function tellTime(text: string): void {
    const time = now();
    if (timeless.test(text) || toldTime === time) return;
    const telling = client.query({
      name: 'serial_time',
      text: `select set_config('simulation.now', $1, false)`,
      values: [String(time)],
    });
    telling.catch(() => (toldTime = undefined));
    toldTime = time;
  }

  async function carryOut<Row extends QueryResultRow>(
    statement: SentStatement,
  ): Promise<QueryResult<Row>> {
    tellTime(statement.text);
    // A transaction that is taken back takes the time back that was set in it.
    if (statement.text === 'rollback') toldTime = undefined;
    const result = await client.query<Row>({ ...statement });
    // A failed transaction is taken back by its commit.
    if (result.command === 'ROLLBACK') toldTime = undefined;
    trace?.(statement, result.rowCount);
    const told = notices;
    notices = [];
    for (const notice of told) receive(notice);
    return result;
  }

  return {
    query: <Row extends QueryResultRow>(statement: SentStatement) => {
      waiting += 1;
      const answer = tail.then(turn).then(() => carryOut<Row>(statement));
      tail = answer
        .catch(() => undefined)
        .then(turn)
        .then(() => {
          waiting -= 1;
        });
      return answer;
    },
    idle: async () => {
      do {
        await tail;
        await turn();
      } while (waiting > 0);
    },
  };
}
