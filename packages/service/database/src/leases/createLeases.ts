import { createGroupCommit } from '../groupCommit.js';
import type { Queryable, Statement } from '../transaction/runTransaction.js';

/** Right of one holder to be the only writer of something, such as (chain, sender), for a while. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /**
   * Grows each time the lease passes to a holder. Of two writers, the one with the lower epoch must
   * stop.
   */
  readonly epoch: number;
  /** Milliseconds since 1970, by the clock of the database. */
  readonly expiresAt: number;
}

/** Leases in the database: at most one holder at a time, also across machines. */
export interface Leases {
  /** Takes the lease, also again for the same holder; undefined while another holder has it. */
  acquire(name: string, holder: string, ttlSeconds: number): Promise<Lease | undefined>;
  /** Extends a lease; undefined when it has ended or has passed to another holder. */
  renew(lease: Lease, ttlSeconds: number): Promise<Lease | undefined>;
  /** Ends a lease early. */
  release(lease: Lease): Promise<void>;
  /**
   * Within a transaction: true if the lease still holds. Then it cannot pass to another holder
   * before this transaction ends, so the transaction writes under the lease.
   */
  hold(tx: Queryable, lease: Lease): Promise<boolean>;
  /** Time left of each lease whose name begins with `prefix`; none for one never taken. */
  timesLeft(prefix: string): Promise<readonly LeaseTime[]>;
}

/** How long a lease still holds. */
export interface LeaseTime {
  readonly name: string;
  /** Milliseconds by the clock of the database; negative since it ended. */
  readonly leftMs: number;
}

interface LeaseRow {
  name: string;
  holder: string;
  epoch: number;
  expires_at: number;
}

function toLease(row: LeaseRow | undefined): Lease | undefined {
  return row === undefined
    ? undefined
    : { name: row.name, holder: row.holder, epoch: row.epoch, expiresAt: row.expires_at };
}

/** A renewal that a caller waits for. */
interface Renewal {
  readonly lease: Lease;
  readonly ttlSeconds: number;
  readonly resolve: (renewed: Lease | undefined) => void;
}

/** Waits for a transaction that writes under the lease. */
async function renewAlone(
  database: Queryable,
  { name, epoch }: Lease,
  ttlSeconds: number,
): Promise<Lease | undefined> {
  const rows = await database.query<LeaseRow>(
    `update leases set expires_at = now() + make_interval(secs => $3)
     where name = $1 and epoch = $2 and expires_at > now() returning name, holder, epoch, expires_at`,
    [name, epoch, ttlSeconds],
  );
  return toLease(rows[0]);
}

/**
 * Passes over leases under which a transaction writes at the moment: the others must not end
 * because of one that is waited for.
 */
const renewTogetherStatement: Statement = {
  name: 'leases_renew',
  text: `
with free as (
    select l.name, t.seconds from leases l join unnest($1::text[], $2::bigint[], $3::float8[]) as t (name, epoch, seconds)
        on l.name = t.name and l.epoch = t.epoch
      where l.expires_at > now() order by l.name for update of l skip locked)
update leases l set expires_at = now() + make_interval(secs => free.seconds) from free where l.name = free.name
  returning l.name, l.holder, l.epoch, l.expires_at`,
};

/**
 * Renews leases. Those that are to be renewed while others are travel together in one statement: a
 * process with a hundred leases writes as often as one with two.
 */
function createRenewals(database: Queryable): Leases['renew'] {
  const renewTogether = async (renewals: readonly Renewal[]): Promise<void> => {
    const rows = await database.query<LeaseRow>(renewTogetherStatement, [
      renewals.map(({ lease }) => lease.name),
      renewals.map(({ lease }) => lease.epoch),
      renewals.map(({ ttlSeconds }) => ttlSeconds),
    ]);
    const renewed = new Map(rows.map((row) => [row.name, row]));
    for (const { lease, resolve } of renewals) resolve(toLease(renewed.get(lease.name)));
  };
  const together = createGroupCommit<Renewal>({
    write: renewTogether,
    separable: () => false,
    batchMax: 1_000,
    waitingMax: 100_000,
  });
  return async (lease, ttlSeconds) => {
    const renewed = await new Promise<Lease | undefined>((resolve, reject) => {
      together.add({ lease, ttlSeconds, resolve }).catch(reject);
    });
    return renewed ?? (await renewAlone(database, lease, ttlSeconds));
  };
}

const timesLeftStatement: Statement = {
  name: 'leases_times_left',
  text: `
select name, (1000 * extract(epoch from expires_at - now()))::float8 as "leftMs"
  from leases where starts_with(name, $1)`,
};

/** Creates the leases of a database. A released lease keeps its row, so epochs never repeat. */
export function createLeases(database: Queryable): Leases {
  return {
    acquire: async (name, holder, ttlSeconds) => {
      const rows = await database.query<LeaseRow>(
        `insert into leases (name, holder, epoch, expires_at) values ($1, $2, 1, now() + make_interval(secs => $3))
         on conflict (name) do update set holder = excluded.holder, epoch = leases.epoch + 1, expires_at = excluded.expires_at
           where leases.expires_at <= now() or leases.holder = excluded.holder
         returning name, holder, epoch, expires_at`,
        [name, holder, ttlSeconds],
      );
      return toLease(rows[0]);
    },
    renew: createRenewals(database),
    release: async ({ name, epoch }) => {
      await database.query('update leases set expires_at = now() where name = $1 and epoch = $2', [
        name,
        epoch,
      ]);
    },
    hold: async (tx, { name, epoch }) => {
      const rows = await tx.query(
        'select 1 from leases where name = $1 and epoch = $2 and expires_at > now() for share',
        [name, epoch],
      );
      return rows.length === 1;
    },
    timesLeft: (prefix) => database.query<LeaseTime>(timesLeftStatement, [prefix]),
  };
}
