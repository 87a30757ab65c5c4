import type { Settlement } from '@portage/settlement';

type Transfers = Settlement['transfers'];

/** A transfer that was made. */
export type StoredTransfer = Awaited<ReturnType<Transfers['recent']>>[number];

/** A transfer that is to be made. */
export type NewTransfer = Parameters<Transfers['reserve']>[2]['transfer'];

/** Why inventory is moved. */
export type TransferPurpose = StoredTransfer['purpose'];

/** Inventory that orders wait for. */
export type Demand = Awaited<ReturnType<Transfers['demands']>>[number];

/** Target inventory of a currency that the operator set, with the transfer that would reach it. */
export type InventoryTarget = Awaited<ReturnType<Transfers['targets']>>[number];
