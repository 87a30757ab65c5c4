import { assert } from '@portage/core';
import type { Queryable } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import type { SettlementContext } from '../../books/context.js';
import {
  readArchivedBalances,
  readCarried,
  readDropped,
  type BookedSum,
  type CarriedSum,
} from './archiveBooks.js';
import { monthBounds, type ArchiveMonth } from './archiveMonth.js';
import { dropOrders } from './dropOrders.js';
import {
  readLinesPage,
  surveyMonth,
  type ArchiveSurvey,
  type LinesPage,
  type LinesPlace,
  type OrderLine,
} from './orderLines.js';

/** An archive as it is kept. */
export interface StoredArchive {
  /** As in `2026-01`; a further part of that month is `2026-01-2`. */
  readonly id: string;
  readonly month: string;
  /** Token that the manifest of its files has, too. */
  readonly token: string;
  /** SHA-256 of the manifest, as `0x` text; undefined before all files are durable. */
  readonly manifest: string | undefined;
  readonly isDropped: boolean;
  /** Orders that it has dropped by now. */
  readonly orders: number;
}

/** An order that is in files alone. */
export interface ArchivedOrder {
  readonly orderId: string;
  readonly archiveId: string;
}

/**
 * Months of ended orders that leave the database for files. The files are not settlement's: it
 * gives lines, and drops what somebody has made durable.
 */
export interface Archives {
  /** Archives of all months, in their order. */
  list(): Promise<readonly StoredArchive[]>;
  /** Count of orders that an archive of a month would take, and why the rest stays. */
  survey(month: ArchiveMonth): Promise<ArchiveSurvey>;
  /** The next `limit` requests of a month, of which those that may be archived have a line. */
  lines(month: ArchiveMonth, after: LinesPlace | undefined, limit: number): Promise<LinesPage>;
  /** Begins the next archive of a month. */
  begin(month: string): Promise<StoredArchive>;
  /**
   * Notes the SHA-256 of the manifest of an archive whose files are whole and durable; whether it
   * is the first: what another run has noted stays, and its files alone are dropped by.
   */
  note(archiveId: string, manifest: string): Promise<boolean>;
  /**
   * Deletes orders whose rows are what their lines say; those that were dropped now, or undefined
   * where steps of chains left no moment for it.
   */
  drop(
    archiveId: string,
    month: ArchiveMonth,
    lines: readonly OrderLine[],
  ): Promise<readonly string[] | undefined>;
  /** Notes that all orders of an archive that could be dropped are. */
  finish(archiveId: string): Promise<void>;
  /** The archive in which a request is; undefined for one that is in none. */
  find(requestId: string): Promise<ArchivedOrder | undefined>;
  /** Which of these orders an archive has dropped. */
  dropped(archiveId: string, orderIds: readonly string[]): Promise<readonly string[]>;
  /** Postings that an archive carried forward. */
  carried(archiveId: string): Promise<readonly CarriedSum[]>;
  /** What the entries in all files have to add up to, by account. */
  archivedBalances(): Promise<readonly BookedSum[]>;
}

async function readArchives(database: Queryable): Promise<readonly StoredArchive[]> {
  const rows = await database.query<
    Omit<StoredArchive, 'manifest'> & { readonly manifest: string | null }
  >(
    `select id, to_char(month, 'YYYY-MM') as month, token, manifest, dropped_at is not null as "isDropped",
         (select count(*)::int from archived_orders o where o.archive_id = a.id) as orders
       from archives a order by month, length(id), id`,
  );
  return rows.map((row) => ({ ...row, manifest: row.manifest ?? undefined }));
}

/** Makes the verbs of archives. */
export function createArchives(database: Queryable, settlement: SettlementContext): Archives {
  return {
    list: () => readArchives(database),
    survey: (month) => surveyMonth(database, month),
    lines: (month, after, limit) => readLinesPage(settlement, month, after, limit),
    begin: async (month) => {
      const [from] = monthBounds(month);
      const before = await readArchives(database);
      const parts = before.filter((archive) => archive.month === month).length;
      const id = parts === 0 ? month : `${month}-${String(parts + 1)}`;
      await database.query('insert into archives (id, month) values ($1, $2)', [
        id,
        new Date(from).toISOString().slice(0, 10),
      ]);
      const begun = (await readArchives(database)).find((archive) => archive.id === id);
      assert(begun !== undefined, 'an archive that was begun is there');
      return begun;
    },
    note: async (archiveId, manifest) => {
      const noted = await database.query(
        'update archives set manifest = $2 where id = $1 and manifest is null returning id',
        [archiveId, hashBytes(manifest)],
      );
      return noted.length > 0;
    },
    drop: (archiveId, month, lines) => dropOrders(settlement, archiveId, month, lines),
    finish: async (archiveId) => {
      await database.query('update archives set dropped_at = clock_timestamp() where id = $1', [
        archiveId,
      ]);
    },
    find: async (requestId) => {
      const [row] = await database.query<{ orderId: string; archiveId: string }>(
        `select order_id as "orderId", archive_id as "archiveId" from archived_orders where request_id = $1`,
        [hashBytes(requestId)],
      );
      return row;
    },
    dropped: (archiveId, orderIds) => readDropped(database, archiveId, orderIds),
    carried: (archiveId) => readCarried(database, archiveId),
    archivedBalances: () => readArchivedBalances(database),
  };
}
