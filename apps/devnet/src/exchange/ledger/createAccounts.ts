import { Refusal } from '../refusal.js';

/** Asset on a route of an account. */
export interface Holding {
  readonly assetIndex: number;
  readonly routeType: number;
}

/** Amount of an asset that an account gets or gives. */
export interface Movement extends Holding {
  readonly accountIndex: number;
  readonly amount: bigint;
}

/** API key of an account. */
export interface LedgerKey {
  /** 40 bytes as hex with 0x. */
  publicKey: string;
  nonce: number;
}

/** Account of the exchange. */
export interface LedgerAccount {
  readonly index: number;
  /** EVM address in lower case. */
  readonly owner: string;
  readonly keys: Map<number, LedgerKey>;
  readonly balances: ReadonlyMap<string, bigint>;
}

/** All accounts with their balances. */
export interface Accounts {
  /** Opens an account; by default with the next free index. */
  open(owner: string, index?: number): LedgerAccount;
  /** @throws Refusal where there is none */
  get(index: number): LedgerAccount;
  ownedBy(owner: string): readonly LedgerAccount[];
  balance(index: number, holding: Holding): bigint;
  credit(movement: Movement): void;
  /** @throws Refusal where the account holds less, unless it may owe */
  debit(movement: Movement, mayOwe?: boolean): void;
}

const firstFreeIndex = 800_000;

const keyOf = ({ assetIndex, routeType }: Holding): string => `${assetIndex}:${routeType}`;

/** Makes an exchange without accounts. */
export function createAccounts(): Accounts {
  const accounts = new Map<number, LedgerAccount & { readonly balances: Map<string, bigint> }>();
  const find = (index: number): LedgerAccount & { readonly balances: Map<string, bigint> } => {
    const account = accounts.get(index);
    if (account === undefined) throw new Refusal('accountNotFound', 'account not found');
    return account;
  };
  let next = firstFreeIndex;
  return {
    open: (owner, index = next) => {
      if (accounts.has(index)) throw new Error(`There is an account ${index} already.`);
      next = Math.max(next, index + 1);
      const account = { index, owner: owner.toLowerCase(), keys: new Map(), balances: new Map() };
      accounts.set(index, account);
      return account;
    },
    get: find,
    ownedBy: (owner) =>
      [...accounts.values()].filter((account) => account.owner === owner.toLowerCase()),
    balance: (index, holding) => find(index).balances.get(keyOf(holding)) ?? 0n,
    credit: ({ accountIndex, amount, ...holding }) => {
      const { balances } = find(accountIndex);
      balances.set(keyOf(holding), (balances.get(keyOf(holding)) ?? 0n) + amount);
    },
    debit: ({ accountIndex, amount, ...holding }, mayOwe = false) => {
      const { balances } = find(accountIndex);
      const held = balances.get(keyOf(holding)) ?? 0n;
      if (held < amount && !mayOwe)
        throw new Refusal('insufficientBalance', 'not enough balance for the amount and the fee');
      balances.set(keyOf(holding), held - amount);
    },
  };
}
