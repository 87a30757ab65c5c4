import type { Queryable, Transaction } from '@portage/database';
import { hashArray, hashBytes } from '../../kit/hashId.js';
import type { SettlementContext } from '../../books/context.js';
import { monthValues, type ArchiveMonth } from './archiveMonth.js';
import { readTablesText } from './archivedTables.js';
import { heldBackText } from './heldBack.js';
import { entriesText, ledgerLinesText } from './ledgerLines.js';

/** All that is kept of an order, as one line of a file. */
export interface OrderLine {
  readonly orderId: string;
  /** JSON on one line: ids, rows by table, and entries of the ledger. */
  readonly line: string;
}

/** Place behind which the next page begins. */
export interface LinesPlace {
  /** Time of a request as the database writes it. */
  readonly at: string;
  readonly orderId: string;
}

/** Lines of one page of a month's requests: of those that may be archived. */
export interface LinesPage {
  readonly lines: readonly OrderLine[];
  /** Undefined behind the last page. */
  readonly next: LinesPlace | undefined;
}

/** Line breaks of a JSON text are between its members; those within are written as `\n`. */
const lineText = (tables: string): string =>
  `translate(json_build_object('orderId', hash_text(r.order_id), 'requestId', hash_text(r.id), 'tables', ${tables}, 'entries', ${entriesText})::text, E'\\n\\r', '')`;

const endedText = `select r.order_id from page r join request_states st using (order_id) where ${heldBackText} is null`;

/** The same rows make the same line, whatever the session's zone of time. */
async function useOneZone(tx: Transaction): Promise<void> {
  await tx.query(`select set_config('TimeZone', 'UTC', true)`);
}

interface LineRow {
  readonly order_id: string;
  readonly line: string | null;
  readonly at: string | null;
}

/** Reads the next page of lines of a month, in the order of time. */
export async function readLinesPage(
  settlement: Pick<SettlementContext, 'transaction'>,
  month: ArchiveMonth,
  after: LinesPlace | undefined,
  limit: number,
): Promise<LinesPage> {
  return settlement.transaction(async (tx) => {
    await useOneZone(tx);
    const rows = await tx.query<LineRow & Readonly<Record<string, unknown>>>(
      `
with page as materialized (
  select * from requests r where r.created_at >= $1::timestamptz and r.created_at < $2::timestamptz
    and (r.created_at, r.order_id) > ($4::timestamptz, $5::bytea) order by r.created_at, r.order_id limit $6
), ids as materialized (${endedText}
), ${ledgerLinesText('ids')}
select order_id, line, at from (
  select r.order_id, ${lineText(await readTablesText(tx))} as line, null as at, r.created_at from ids join page r using (order_id)
  union all select * from (select order_id, null, created_at::text as at, created_at from page order by created_at desc, order_id desc limit 1) last
) lines order by created_at, order_id, line nulls last`,
      [...monthValues(month), after?.at ?? '-infinity', hashBytes(after?.orderId ?? ''), limit],
    );
    const last = rows.at(-1);
    return {
      lines: rows.flatMap(({ order_id: orderId, line }) =>
        line === null ? [] : [{ orderId, line }],
      ),
      next: last?.at == null ? undefined : { at: last.at, orderId: last.order_id },
    };
  });
}

/** Lines of orders as they are now, of those that may still be archived. */
export async function readLinesAgain(
  tx: Transaction,
  month: ArchiveMonth,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  await useOneZone(tx);
  const rows = await tx.query<{ order_id: string; line: string }>(
    `
with page as materialized (
  select * from requests r where r.created_at >= $1::timestamptz and r.created_at < $2::timestamptz and r.order_id = any($4::bytea[])
), ids as materialized (${endedText}
), ${ledgerLinesText('ids')}
select r.order_id, ${lineText(await readTablesText(tx))} as line from ids join page r using (order_id)`,
    [...monthValues(month), hashArray(orderIds)],
  );
  return new Map(rows.map(({ order_id: orderId, line }) => [orderId, line]));
}

/** Why requests of a month stay in the database, and how many do. */
export interface HeldBack {
  readonly reason: string;
  readonly orders: number;
}

/** Requests of a month that may be archived, and those that may not. */
export interface ArchiveSurvey {
  readonly orders: number;
  readonly heldBack: readonly HeldBack[];
}

/** Requests that are counted by one statement. */
const surveyedAtOnce = 5_000;

/** Counts what an archive of a month would take and leave. */
export async function surveyMonth(
  database: Queryable,
  month: ArchiveMonth,
): Promise<ArchiveSurvey> {
  const counts = new Map<string | null, number>();
  let after: LinesPlace | undefined = { at: '-infinity', orderId: '' };
  while (after !== undefined) {
    const rows: readonly SurveyRow[] = await database.query<SurveyRow & Record<string, unknown>>(
      surveyText,
      [...monthValues(month), after.at, hashBytes(after.orderId), surveyedAtOnce],
    );
    after = undefined;
    for (const { reason, orders, at, order_id: orderId } of rows) {
      if (at === null || orderId === null)
        counts.set(reason, (counts.get(reason) ?? 0) + (orders ?? 0));
      else after = { at, orderId };
    }
  }
  return {
    orders: counts.get(null) ?? 0,
    heldBack: [...counts]
      .flatMap(([reason, orders]) => (reason === null ? [] : [{ reason, orders }]))
      .sort((a, b) => b.orders - a.orders),
  };
}

interface SurveyRow {
  readonly reason: string | null;
  readonly orders: number | null;
  readonly at: string | null;
  readonly order_id: string | null;
}

const surveyText = `
with page as materialized (
  select * from requests r where r.created_at >= $1::timestamptz and r.created_at < $2::timestamptz
    and (r.created_at, r.order_id) > ($4::timestamptz, $5::bytea) order by r.created_at, r.order_id limit $6
)
select ${heldBackText} as reason, count(*)::int as orders, null as at, null::hash as order_id from page r join request_states st using (order_id) group by 1
union all select * from (select null, null::int, created_at::text, order_id from page order by created_at desc, order_id desc limit 1) last`;
