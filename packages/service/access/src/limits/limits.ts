/** Bounds of a server: nothing that a caller can grow grows without end. */
export interface Limits {
  /** Largest body, in bytes. */
  readonly bodyBytesMax: number;
  /** Largest head of a request, its address included, in bytes. */
  readonly headBytesMax: number;
  /** Time in which the head of a request must be there, in milliseconds. */
  readonly headMsMax: number;
  /** Time in which a whole request must be there, in milliseconds. */
  readonly requestMsMax: number;
  /** Time that calls have to be answered once the server closes, in milliseconds. */
  readonly closeMsMax: number;
  /** Status streams that one address may hold open. */
  readonly streamsPerAddressMax: number;
  /** Status streams that all callers together may hold open. */
  readonly streamsMax: number;
  /**
   * Time after which a status stream is ended, so that a forgotten one does not stay; its reader
   * asks again.
   */
  readonly streamMsMax: number;
  /** Time between signs of life on a silent stream, in milliseconds. */
  readonly heartbeatMs: number;
  /** Bytes that may wait for a slow reader of a stream before it is cut off. */
  readonly streamBytesWaitingMax: number;
  /** Transactions that one address may have looked up in a minute. */
  readonly tracesPerMinuteMax: number;
  /** Transactions that are looked up at the same time. */
  readonly tracesMax: number;
  /** Deposit addresses that one address may have looked at in a minute. */
  readonly reindexesPerMinuteMax: number;
  /** Deposit addresses that are looked at at the same time. */
  readonly reindexesMax: number;
}

/**
 * The bounds of a server that nobody tuned.
 *
 * @example
 * ```ts
 * const server = await createServer({ ...parts, limits: { ...defaultLimits, streamsMax: 50_000 } });
 * ```
 */
export const defaultLimits: Limits = {
  bodyBytesMax: 65_536,
  headBytesMax: 16_384,
  headMsMax: 10_000,
  requestMsMax: 30_000,
  closeMsMax: 3_000,
  streamsPerAddressMax: 1_000,
  streamsMax: 10_000,
  streamMsMax: 900_000,
  heartbeatMs: 15_000,
  streamBytesWaitingMax: 65_536,
  tracesPerMinuteMax: 200,
  tracesMax: 32,
  reindexesPerMinuteMax: 30,
  reindexesMax: 8,
};
