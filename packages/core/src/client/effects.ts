/** Pays into a depository under an order id. */
export interface DepositEffect {
  readonly type: 'deposit';
  readonly chainId: number;
  /** The contract or account that gets the money. */
  readonly depository: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly orderId: string;
  /** Whom the deposit names as depositor. */
  readonly depositor: string;
}

/** Pays an account without an order id. */
export interface PaymentEffect {
  readonly type: 'payment';
  readonly chainId: number;
  readonly recipient: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** Lets a spender take money later. */
export interface ApprovalEffect {
  readonly type: 'approval';
  readonly chainId: number;
  readonly spender: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** Signs a permit: an approval or a transfer that somebody else submits. */
export interface PermitEffect {
  readonly type: 'permit';
  readonly chainId: number;
  readonly spender: string;
  readonly currency: string;
  readonly amount: bigint;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** Something that could not be decoded: it is not signed unless the caller says so. */
export interface UnknownEffect {
  readonly type: 'unknown';
  readonly chainId: number;
  readonly reason: string;
}

/** What signing something would do, in words that every VM shares. */
export type Effect = DepositEffect | PaymentEffect | ApprovalEffect | PermitEffect | UnknownEffect;
