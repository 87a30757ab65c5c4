import { assert } from '@portage/core';
import type { Queryable } from '../transaction/runTransaction.js';
import type { ReplicationFacts } from './durabilityFault.js';

/** Reads what the server tells of its standbys. @throws PortageError `SERVICE_UNAVAILABLE` */
export async function readReplication(database: Queryable): Promise<ReplicationFacts> {
  // Other roles see the rows of pg_stat_replication too, but with empty states.
  const [row] = await database.query<{
    names: string;
    standbys: number;
    synchronous: number;
    is_readable: boolean;
    is_syncing: boolean;
  }>(
    `select current_setting('synchronous_standby_names') as names,
       (select count(*) from pg_stat_replication)
         + (select count(*) from pg_replication_slots where slot_type = 'physical' and not active) as standbys,
       (select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')) as synchronous,
       pg_has_role(current_user, 'pg_read_all_stats', 'usage') as is_readable,
       current_setting('fsync')::boolean as is_syncing`,
  );
  assert(row !== undefined, 'a select without a table has one row');
  return {
    synchronousNames: row.names,
    standbys: row.standbys,
    synchronousStandbys: row.synchronous,
    isReadable: row.is_readable,
    isSyncing: row.is_syncing,
  };
}
