import type { Queryable } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import {
  readOwnerBalances,
  type OwnerBalance,
  type OwnerBalancesPage,
} from '../../books/ledger/readOwnerBalances.js';
import { openWithdrawal, type NewWithdrawal, type OpenedWithdrawal } from './openWithdrawal.js';
import type { OwnedBalance } from './ownedBalance.js';
import { readSecret } from './readSecret.js';
import { readUnclaimed, type Withdrawable } from './readUnclaimed.js';
import { readWithdrawal, type StoredWithdrawal } from './readWithdrawal.js';

/** Money that no order takes, and that its owners withdraw. */
export interface Withdrawals {
  /** Balance that an owner may withdraw now, with the parts that make it up. */
  balance(owned: OwnedBalance): Promise<Withdrawable>;
  /** Withdrawable balances of an owner in the books of all chains, ordered by asset. */
  balances(owner: string, page: OwnerBalancesPage): Promise<readonly OwnerBalance[]>;
  /** Takes an owner's signature in, once: what is left to do is the solver's. */
  open(withdrawal: NewWithdrawal): Promise<OpenedWithdrawal>;
  /** A withdrawal; undefined for an id that is none. */
  find(id: string): Promise<StoredWithdrawal | undefined>;
  /** The 32 secret bytes that all processes make nonces with. */
  secret(): Promise<Uint8Array>;
}

/** Parts of a settlement, and where its secret is drawn from. */
export interface WithdrawalParts extends SettlementContext {
  readonly randomBytes: (length: number) => Uint8Array;
}

/** Makes the verbs of withdrawals. */
export function createWithdrawals(database: Queryable, settlement: WithdrawalParts): Withdrawals {
  return {
    balance: (owned) => readUnclaimed(database, owned),
    balances: (owner, page) => readOwnerBalances(database, owner, page),
    open: (withdrawal) => openWithdrawal(settlement, withdrawal),
    find: (id) => readWithdrawal(database, id),
    secret: () => readSecret(database, settlement.randomBytes),
  };
}
