/** Place of an event that a second reading found. */
export interface RereadPlace {
  readonly txId: string;
  /** Place of the event within the transaction; absent where the transaction alone is known. */
  readonly ordinal?: number | undefined;
}

/** Blocks that are read a second time, both ends included. */
export interface RereadRange {
  readonly first: number;
  readonly last: number;
  /** Number of the reading: endpoints take turns by it. */
  readonly turn: number;
}

/**
 * A second reading of blocks long after the first one, by endpoints that take turns: what was left
 * out then is found. It is believed no more than the first one.
 */
export interface Reread {
  /** Milliseconds between two readings; 0 for none. */
  readonly everyMs: number;
  /** Blocks of one reading at most. */
  readonly blocksMax: number;
  /**
   * Events of ours in a range, as two endpoints tell them.
   *
   * @throws PortageError `RPC_HTTP_ERROR` where neither answers
   */
  read(range: RereadRange, signal: AbortSignal): Promise<readonly RereadPlace[]>;
}
