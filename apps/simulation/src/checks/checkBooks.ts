import type { Settlement } from '@portage/settlement';
import { fakeDepository } from '@portage/testing';
import { solverAccount, type World, type WorldChain } from '../chains/createWorld.js';
import type { Breach } from './checkOrders.js';

/** Accounts whose money lies in the depository. */
const inDepository = /^(?:escrow:|solver:|app-fee:|withdrawable:|suspense$|pnl$|collected$)/;

/** Differences between the books and the chains. */
export interface BooksChecked {
  readonly breaches: readonly Breach[];
  /** Smallest units by which books and chains differ, all assets together. */
  readonly delta: bigint;
}

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);

async function checkAsset(
  settlement: Settlement,
  { fake, kind }: WorldChain,
  address: string,
): Promise<BooksChecked> {
  const breaches: Breach[] = [];
  const asset = `${String(kind.id)}:${address}`;
  const balances = await settlement.query<{ account: string; balance: bigint }>(
    'select account, balance from ledger_balances where asset = $1',
    [asset],
  );
  const booked = balances
    .filter(({ account }) => inDepository.test(account))
    .reduce((total, { balance }) => total + balance, 0n);
  const held = fake.balance(fakeDepository, address);
  if (booked !== held)
    breaches.push({
      rule: 'the books of a depository equal its chain',
      subject: `${asset}: ${String(booked)} booked, ${String(held)} held`,
    });
  const [row] = await settlement.query<{ balance: bigint; reserved: bigint }>(
    'select balance, reserved from inventory where chain_id = $1 and currency = $2',
    [kind.id, address],
  );
  const spendable = fake.balance(solverAccount, address);
  if (row === undefined || row.balance !== spendable || row.reserved !== 0n)
    breaches.push({
      rule: 'the books of the solver equal its chain',
      subject: `${asset}: ${String(row?.balance)} booked, ${String(row?.reserved)} reserved, ${String(spendable)} held`,
    });
  return { breaches, delta: distance(booked, held) + distance(row?.balance ?? 0n, spendable) };
}

/** Holds the books against the chains; everything must be settled. */
export async function checkBooks(settlement: Settlement, world: World): Promise<BooksChecked> {
  const found: BooksChecked[] = [];
  for (const chain of world.chains)
    for (const { address } of chain.fake.chain.assets)
      found.push(await checkAsset(settlement, chain, address));
  return {
    breaches: found.flatMap(({ breaches }) => breaches),
    delta: found.reduce((total, { delta }) => total + delta, 0n),
  };
}

/** Asks settlement for everything that must never be true of its books and is. */
export async function auditBooks(settlement: Settlement): Promise<readonly Breach[]> {
  const violations = await settlement.ledger.audit();
  return violations.map(({ invariant, rule, subject }) => ({
    rule: `${invariant} ${rule}`,
    subject,
  }));
}
