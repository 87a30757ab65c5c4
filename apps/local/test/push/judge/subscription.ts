/** Event that a webhook is to be told of, as the service's table of deliveries has it. */
export interface WrittenEvent {
  readonly messageId: string;
  readonly requestId: string;
  /** Status, or role, chain and transaction of a payment. */
  readonly label: string;
  /** Milliseconds since 1970 at which it was written, in the transaction of the change. */
  readonly writtenAt: number;
}

/** Facts of the ledger on a request, read from its own tables and not from those of deliveries. */
export interface LedgerRequest {
  readonly requestId: string;
  readonly status: string;
  /** Number of changes of its status. */
  readonly changes: number;
  /** Labels of its payments. */
  readonly payments: readonly string[];
}

/** A webhook of the trial with everything that it has to receive. */
export interface Subscription {
  readonly name: string;
  readonly kind: string;
  readonly secret: string;
  /** Whether it is notified of payments, beside changes of status. */
  readonly wantsTransfers: boolean;
  /** Requests of its owner. */
  readonly requests: readonly LedgerRequest[];
  /** Events in the order in which they happened. */
  readonly written: readonly WrittenEvent[];
}
