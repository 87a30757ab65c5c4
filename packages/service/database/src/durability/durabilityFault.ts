/** Facts about the replication of a server, as it tells them to our role. */
export interface ReplicationFacts {
  /** Setting `synchronous_standby_names`; empty where no commit waits for a standby. */
  readonly synchronousNames: string;
  /** Standbys that stream now, and slots that are kept for standbys, together. */
  readonly standbys: number;
  /** Standbys that stream now and that commits wait for. */
  readonly synchronousStandbys: number;
  /** Whether our role may read the states of standbys. */
  readonly isReadable: boolean;
  readonly isSyncing: boolean;
}

/** A sentence about what an acknowledged commit may lack; undefined where nothing is missing. */
export function durabilityFault(facts: ReplicationFacts): string | undefined {
  const { synchronousNames, standbys, synchronousStandbys, isReadable, isSyncing } = facts;
  if (!isSyncing)
    return 'The server runs with fsync = off: a power cut may lose the whole database.';
  if (synchronousNames === '')
    return standbys === 0
      ? undefined
      : 'The server replicates, but no commit waits for a standby (synchronous_standby_names is empty): a promoted standby may lack payouts that were sent.';
  if (!isReadable)
    return 'Whether a synchronous standby is connected cannot be read: grant pg_monitor to the role of the service.';
  return synchronousStandbys === 0
    ? `No synchronous standby is connected (synchronous_standby_names is "${synchronousNames}"): every durable write waits for one.`
    : undefined;
}
