/** Calls to one endpoint of a chain, counted since the chain was opened. */
export interface EndpointUsage {
  /** Host of the endpoint, and nothing else of its address: the rest may hold keys. */
  readonly host: string;
  /** Requests that it answered, those with a refusal among them. */
  readonly answered: number;
  /** Requests that it refused: an error in place of a result. */
  readonly refused: number;
  /** Requests without an answer in time, or with one that makes no sense. */
  readonly failed: number;
  /** Times that it told something else than a quorum, by the noun of the question. */
  readonly dissents: ReadonlyMap<string, number>;
}
