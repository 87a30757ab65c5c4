import type { Queryable, Transaction } from '@portage/database';
import type { Jobs } from '../../kit/jobs/createJobs.js';
import { relayJob, type NewRelay } from '../../kit/jobs/relayJob.js';
import { recordAddressPayments, type AddressPayment } from './addressPayments.js';
import { disableAddress } from './disableAddress.js';
import { readAddressMoney, type AddressMoney } from './readAddressMoney.js';
import type { StoredDepositAddress } from './depositAddress.js';
import {
  findDepositAddressById,
  findDepositAddresses,
  findDepositAddressOf,
  readActiveAddresses,
  type ActiveAddress,
  type AddressPage,
} from './readDepositAddresses.js';
import { takeSweep } from './startSweep.js';

/** Deposit addresses of requests. */
export interface Addresses {
  /** Addresses that are watched, a page at a time. */
  active(chainId: number, page: AddressPage): Promise<readonly ActiveAddress[]>;
  /** The addresses of these texts, on whichever chains; one text may be an address on several. */
  find(addresses: readonly string[]): Promise<readonly StoredDepositAddress[]>;
  /** The address of a request, or the one through which the money of a request came. */
  findOf(requestId: string): Promise<StoredDepositAddress | undefined>;
  /** The address with this id, which is that of the order that it was made for. */
  findById(id: string): Promise<StoredDepositAddress | undefined>;
  /** Transfers to the address with this id, and their sweeps. */
  money(id: string): Promise<AddressMoney>;
  /** Has the address with this id take nothing any more; the time of the first such wish. */
  disable(id: string): Promise<number | undefined>;
  /** Notes transfers to addresses of ours; the number of those that were to any. */
  recordPayments(chainId: number, payments: readonly AddressPayment[]): Promise<number>;
  /** Asks for a sweep; false while one of the same address is under way. */
  startSweep(sweep: Omit<NewRelay, 'leg'>): Promise<boolean>;
}

/** Everything that a sweep is asked for with. */
export interface SweepContext {
  readonly transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  readonly jobs: Jobs;
}

/** Makes the verbs of deposit addresses. */
export function createAddresses(
  database: Queryable,
  { transaction, jobs }: SweepContext,
): Addresses {
  return {
    active: (chainId, page) => readActiveAddresses(database, chainId, page),
    find: (addresses) => findDepositAddresses(database, addresses),
    findOf: (requestId) => findDepositAddressOf(database, requestId),
    findById: (id) => findDepositAddressById(database, id),
    money: (id) => readAddressMoney(database, id),
    disable: (id) => disableAddress(database, id),
    recordPayments: (chainId, payments) => recordAddressPayments(database, chainId, payments),
    startSweep: (sweep) =>
      transaction(async (tx) => {
        const leg = await takeSweep(tx, sweep.orderId);
        if (leg === undefined) return false;
        await jobs.add(tx, [relayJob({ ...sweep, leg })]);
        return true;
      }),
  };
}
