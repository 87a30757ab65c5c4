/** Bounds of a server: nothing that a caller can grow grows without end. */
export interface Limits {
  /** Largest body, in bytes. */
  readonly bodyBytesMax: number;
  /** Largest head of a request, its address included, in bytes. */
  readonly headBytesMax: number;
  /** Time until the head of a request must have arrived, in milliseconds. */
  readonly headMsMax: number;
  /** Time until a whole request must have arrived, in milliseconds. */
  readonly requestMsMax: number;
  /** Time that open calls get once the server closes, in milliseconds. */
  readonly closeMsMax: number;
  /** Connections of all callers together. */
  readonly connectionsMax: number;
  /** Connections of one address; proxies that are trusted limit their callers themselves. */
  readonly connectionsPerAddressMax: number;
  /** Status streams that one address may hold open. */
  readonly streamsPerAddressMax: number;
  /** Status streams that all callers together may hold open. */
  readonly streamsMax: number;
  /**
   * Longest life of a status stream, in milliseconds, so that no forgotten one stays. Its reader
   * asks again.
   */
  readonly streamMsMax: number;
  /** Time between heartbeats on a silent stream, in milliseconds. */
  readonly heartbeatMs: number;
  /** Bytes that may wait for a slow reader of a stream before it is cut off. */
  readonly streamBytesWaitingMax: number;
  /** WebSockets that one address may hold open. */
  readonly socketsPerAddressMax: number;
  /** WebSockets that all callers together may hold open. */
  readonly socketsMax: number;
  /** Longest message of a WebSocket, in bytes. */
  readonly socketMessageBytesMax: number;
  /** Subscriptions of one WebSocket. */
  readonly subscriptionsPerSocketMax: number;
  /** Subscriptions of one address on all of its WebSockets. */
  readonly subscriptionsPerAddressMax: number;
  /** Subscriptions of all callers together. */
  readonly subscriptionsMax: number;
  /** Transaction lookups of one API key, or of one address without a key, in a minute. */
  readonly tracesPerMinuteMax: number;
  /** Transaction lookups at the same time. */
  readonly tracesMax: number;
  /** Deposit address lookups of one address in a minute. */
  readonly reindexesPerMinuteMax: number;
  /** Deposit address lookups at the same time. */
  readonly reindexesMax: number;
}

/**
 * Bounds of a server by default.
 *
 * @example
 * ```ts
 * const limits = { ...defaultLimits, streamsMax: 50_000 };
 * const server = await createServer({ ...parts, limits });
 * ```
 */
export const defaultLimits: Limits = {
  bodyBytesMax: 65_536,
  headBytesMax: 16_384,
  headMsMax: 10_000,
  requestMsMax: 30_000,
  closeMsMax: 3_000,
  connectionsMax: 16_384,
  connectionsPerAddressMax: 1_200,
  streamsPerAddressMax: 1_000,
  streamsMax: 10_000,
  streamMsMax: 900_000,
  heartbeatMs: 15_000,
  streamBytesWaitingMax: 65_536,
  socketsPerAddressMax: 1_000,
  socketsMax: 10_000,
  socketMessageBytesMax: 4_096,
  subscriptionsPerSocketMax: 100,
  subscriptionsPerAddressMax: 5_000,
  subscriptionsMax: 50_000,
  tracesPerMinuteMax: 200,
  tracesMax: 32,
  reindexesPerMinuteMax: 30,
  reindexesMax: 8,
};
