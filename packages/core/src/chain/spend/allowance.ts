/** Call that renews an allowance of the sender. */
export interface AllowanceCall {
  readonly to: string;
  readonly data: string;
  /** The most gas that it may use, in units. */
  readonly gasLimit: number;
  /** It takes the rest back, which some tokens ask for before they grant anew. */
  readonly isReset: boolean;
}

/** An allowance: the amount of the sender's currency that a contract may take now. */
export interface SpendAllowance {
  readonly currency: string;
  /** Contract that takes it. */
  readonly spender: string;
  /** Whether payments go through it; inventory is moved through any other. */
  readonly isForPayments: boolean;
  /** Smallest units. */
  readonly amount: bigint;
  /** Whether it is too little to go on with. */
  readonly isLow: boolean;
  /** Call that the currency takes now, of one that is low; undefined where it refuses both. */
  readonly renewal: AllowanceCall | undefined;
}
