/** A deposit that waits to be in a block. */
export interface UnconfirmedDeposit {
  /** 32 bytes: `0x` and 64 hexadecimal digits in lower case. */
  readonly orderId: string;
  readonly txId: string;
}
