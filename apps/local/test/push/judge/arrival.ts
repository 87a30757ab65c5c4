/** Attempt of a delivery as its receiver saw it. */
export interface Arrival {
  /** Name of the webhook, as the path of its URL says. */
  readonly webhook: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds since 1970 by the clock of the trial, which may be ahead. */
  readonly arrivedAt: number;
  /** Milliseconds since 1970 by the clock of the machine. */
  readonly realAt: number;
  /** Whether the receiver answered that it took it. */
  readonly isTaken: boolean;
}
