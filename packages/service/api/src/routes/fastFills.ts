/** Demand of an app that a request is paid before its deposit is final. */
export interface FastFillDemand {
  readonly requestId: string;
  /** Wallet whose app fees stand behind the payout. */
  readonly wallet: string;
  /** Largest deposit that the app guarantees, in smallest units. */
  readonly depositAmount: bigint | undefined;
  /** Largest payout, in micro-USD. */
  readonly fillMicroUsdMax: bigint | undefined;
}

/** Takes demands for fast fills. What it throws becomes the error answer. */
export interface FastFills {
  /** Answers whether earnings are held, were held before, or need not be. */
  place(demand: FastFillDemand): Promise<'held' | 'known' | 'late'>;
}
