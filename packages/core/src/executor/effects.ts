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
  /**
   * Account whose money it is, where an account beside the wallet's signs; else the wallet's own.
   */
  readonly sender?: string | undefined;
  readonly recipient: string;
  readonly currency: string;
  readonly amount: bigint;
  /** 32 bytes as hex that the transaction carries along, by which it is recognised. */
  readonly reference?: string | undefined;
}

/** Lets a spender take money later. */
export interface ApprovalEffect {
  readonly type: 'approval';
  readonly chainId: number;
  readonly spender: string;
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * Outcome that is promised for money given to a swap, or to a plain payment: otherwise it is
 * not taken.
 */
export interface Settlement {
  /** The order that is paid; absent where it goes straight to the account. */
  readonly orderId?: string | undefined;
  /** Account that gets it; of a payment for an order, the depositor that it names. */
  readonly account: string;
  readonly currency: string;
  readonly minimum: bigint;
  /** Most that is settled; more goes to `refundTo`. */
  readonly maximum: bigint;
  /** Account that gets the rest. */
  readonly refundTo: string;
  /**
   * Unix seconds after which nothing is taken; absent where what is signed expires by itself within
   * minutes.
   */
  readonly deadline?: number | undefined;
}

/** Gives money away for a swap whose outcome is settled at once, in the same transaction. */
export interface SwapEffect {
  readonly type: 'swap';
  readonly chainId: number;
  /** The contract that takes the money. */
  readonly contract: string;
  /** Currency that is given. */
  readonly currency: string;
  /** Most that is given, in smallest units. */
  readonly amount: bigint;
  readonly settlement: Settlement;
  /** 32 bytes as hex that the transaction carries along, by which it is recognised. */
  readonly reference?: string | undefined;
}

/** Signs a permit: an approval or a transfer that another party submits. */
export interface PermitEffect {
  readonly type: 'permit';
  readonly chainId: number;
  readonly spender: string;
  readonly currency: string;
  readonly amount: bigint;
  /** Unix seconds. */
  readonly expiresAt: number;
  /**
   * It takes nothing by itself: the spender needs another instruction to take it, as with an
   * approval.
   */
  readonly isAllowance?: true | undefined;
  /** Outcome that is promised for the money, where the signature binds it. */
  readonly settlement?: Settlement | undefined;
}

/** Something that could not be decoded: it is not signed unless the caller says so. */
export interface UnknownEffect {
  readonly type: 'unknown';
  readonly chainId: number;
  readonly reason: string;
}

/** Effect of signing something, in words that every VM shares. */
export type Effect =
  DepositEffect | PaymentEffect | ApprovalEffect | SwapEffect | PermitEffect | UnknownEffect;
