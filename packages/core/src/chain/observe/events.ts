/**
 * A place in a chain's history. `height` is a block, slot or sequence number; `hash` identifies it
 * on its fork.
 */
export interface Cursor {
  readonly height: number;
  readonly hash: string;
  /** Unix seconds, as the chain says. */
  readonly time: number;
}

/**
 * Place of an event on its chain. `ordinal` counts our events within the
 * transaction, so a reorg that re-includes it elsewhere keeps its identity.
 */
export interface EventPlace {
  readonly txId: string;
  readonly ordinal: number;
  readonly height: number;
  readonly blockHash: string;
}

/**
 * Money arrived in the depository under an order id. The amount is what arrived, not what was said.
 */
export interface DepositEvent extends EventPlace {
  readonly type: 'deposit';
  /** 32 bytes: `0x` and 64 hexadecimal digits in lower case. */
  readonly orderId: string;
  /**
   * Whom the payer named as depositor: a claim of the payer, never a proof. The family's null
   * account where the money came by a plain transfer, so that no escrow holds it.
   */
  readonly depositor: string;
  readonly payer: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** A payment of an order was made by a solver. The amount is what the recipient got. */
export interface FillEvent extends EventPlace {
  readonly type: 'fill';
  /** 32 bytes: `0x` and 64 hexadecimal digits in lower case. */
  readonly orderId: string;
  readonly solver: string;
  readonly recipient: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** The depository let go of money: a refund, a claim or a withdrawal. */
export interface ReleaseEvent extends EventPlace {
  readonly type: 'release';
  /** 32 bytes: `0x` and 64 hexadecimal digits in lower case. */
  readonly orderId: string;
  readonly depositor: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly recipient: string;
  /** Nonce of the authorization that was carried out; absent where the chain tells none. */
  readonly nonce?: string | undefined;
}

/**
 * A depositor asked the depository for its money back. It gets no order's payment any more: from
 * `readyAt` on it may take what is still there.
 */
export interface ReclaimRequestEvent extends EventPlace {
  readonly type: 'reclaimRequest';
  readonly orderId: string;
  readonly depositor: string;
  readonly currency: string;
  /** Amount that it may take, in smallest units: all that was there when it asked. */
  readonly amount: bigint;
  /** Unix seconds by the clock of the chain. */
  readonly readyAt: number;
}

/** A depositor took money back out of the depository, without the service. */
export interface ReclaimEvent extends EventPlace {
  readonly type: 'reclaim';
  readonly orderId: string;
  readonly depositor: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** Money reached the depository without an order id. */
export interface TransferEvent extends EventPlace {
  readonly type: 'transfer';
  readonly sender: string;
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * A swap that an account made alone went through, or a plain transfer of a payer to a recipient.
 * Its id stands for its terms: recipient, minimum and all else. Of a plain transfer no log tells:
 * it is found in its transaction, once that is reported.
 */
export interface SwapEvent extends EventPlace {
  readonly type: 'swap';
  /** 32 bytes: `0x` and 64 hexadecimal digits in lower case. */
  readonly swapId: string;
  /** Account that gave the money. */
  readonly owner: string;
  /** Amount that came out, or that was transferred. */
  readonly currency: string;
  readonly amount: bigint;
}

/** Anything that a chain tells us. */
export type ChainEvent =
  | DepositEvent
  | FillEvent
  | ReleaseEvent
  | ReclaimRequestEvent
  | ReclaimEvent
  | TransferEvent
  | SwapEvent;

/** The chain went on: the blocks up to `cursor` and what happened in them. */
export interface ChainAdvance {
  readonly type: 'advance';
  readonly cursor: Cursor;
  /**
   * The newest blocks of this step, oldest first, `cursor` last: what a later reorg is measured
   * against.
   */
  readonly blocks: readonly Cursor[];
  readonly events: readonly ChainEvent[];
  /** Height that the chain itself calls final; events at or below it can no longer change. */
  readonly finalizedHeight: number;
  /** Height that the chain itself calls safe; undefined where no deposit waits for that. */
  readonly safeHeight?: number | undefined;
}

/** The chain took back everything above `to`. */
export interface ChainRollback {
  readonly type: 'rollback';
  readonly to: Cursor;
}

/** One step of an observed chain. Each is applied in one database transaction. */
export type ChainUpdate = ChainAdvance | ChainRollback;
