/** One endpoint of a chain, as it is reported to operators. */
export interface EndpointState {
  /** Scheme and host, safe to print. */
  readonly endpoint: string;
  /** Sentence about why it is not believed: it does not answer, or serves another chain. */
  readonly fault?: string | undefined;
  /**
   * Refusals since the start by kind: `rate`, `batch`, `range`, `method`, `pruned`, `other`. Absent
   * where there was none.
   */
  readonly refusals?: ReadonlyMap<string, number> | undefined;
  /**
   * Properties that it is known to lack: tags of blocks (`finalized`), methods (`eth_simulateV1`),
   * `archive` for old states. Absent where it lacks none that was asked for.
   */
  readonly lacks?: readonly string[] | undefined;
}

/** Properties of an endpoint, as a probe found them. */
export interface EndpointProfile extends EndpointState {
  /** Newest block. */
  readonly height?: number | undefined;
  /** Milliseconds for the answer to one call. */
  readonly latencyMs?: number | undefined;
  /** Calls that it takes at once. */
  readonly callsMax?: number | undefined;
  /** Blocks of logs that it tells at once; those that were asked for where it tells more. */
  readonly logBlocksMax?: number | undefined;
  /** Height that it calls final; null where it knows none. */
  readonly finalizedHeight?: number | null | undefined;
  /** Height that it calls safe; null where it knows none. */
  readonly safeHeight?: number | null | undefined;
  /** Blocks back from the newest whose state it tells; those that were asked for at least. */
  readonly stateBlocks?: number | undefined;
  /** Whether it tries a transaction and tells its logs. */
  readonly simulates?: boolean | undefined;
}

/** Connection of a chain to its endpoints. */
export interface Connection {
  /** Endpoints that must agree. */
  readonly quorum: number;
  /** State of every endpoint, from memory. */
  endpoints(): readonly EndpointState[];
  /**
   * Asks every endpoint what it is able to do, some hundred calls of each; one that does not answer
   * has its fault alone. Absent where a family of chains has no such probe.
   */
  probe?(signal: AbortSignal): Promise<readonly EndpointProfile[]>;
}
