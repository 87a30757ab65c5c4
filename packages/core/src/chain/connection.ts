/** One endpoint of a chain, as it is reported to operators. */
export interface EndpointState {
  /** Scheme and host, safe to print. */
  readonly endpoint: string;
  /** Sentence about why it is not believed: it does not answer, or serves another chain. */
  readonly fault?: string | undefined;
}

/** Connection of a chain to its endpoints. */
export interface Connection {
  /** Endpoints that must agree. */
  readonly quorum: number;
  /** State of every endpoint, from memory. */
  endpoints(): readonly EndpointState[];
}
