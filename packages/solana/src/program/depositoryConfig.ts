import { defineLayout, field, type Layout } from './layout.js';

/** Contents of a depository's account. */
export interface DepositoryConfig {
  readonly owner: string;
  readonly allocator: string;
  readonly domain: string;
  readonly vault: string;
  readonly chainId: bigint;
  readonly pendingOwner: string;
  readonly pendingAllocator: string;
  /** Unix seconds from which the pending allocator may be put in. */
  readonly allocatorDue: bigint;
  readonly guardian: string;
  readonly withdrawalsPausedUntil: bigint;
  readonly pauseAllowedFrom: bigint;
  readonly depositsPaused: bigint;
  /** Terms of a token's limit when it is opened. */
  readonly defaultCapacity: bigint;
  /** Seconds. */
  readonly defaultWindow: bigint;
  readonly bumps: bigint;
}

const layout: Layout<DepositoryConfig> = defineLayout('account:Depository', {
  owner: field.address,
  allocator: field.address,
  domain: field.bytes32,
  vault: field.address,
  chainId: field.u64,
  pendingOwner: field.address,
  pendingAllocator: field.address,
  allocatorDue: field.i64,
  guardian: field.address,
  withdrawalsPausedUntil: field.i64,
  pauseAllowedFrom: field.i64,
  depositsPaused: field.u64,
  defaultCapacity: field.u64,
  defaultWindow: field.u64,
  bumps: field.u64,
});

/**
 * Reads a depository's account, or undefined where the bytes are none.
 *
 * @example
 * ```ts
 * readDepositoryConfig(account.data)?.allocator;
 * ```
 */
export function readDepositoryConfig(data: Uint8Array): DepositoryConfig | undefined {
  return layout.decode(data);
}
