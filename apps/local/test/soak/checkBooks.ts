import { eventually } from '@portage/testing';
import type { Devnet } from '@portage/devnet';
import { openDatabase, type Queryable } from '@portage/database';
import { createServiceDatabase } from '@portage/service';
import type { Hex } from 'viem';
import { findPlace, type Place } from '../../src/currencies.js';

/** A promise of the books, and what breaks it. */
export interface BooksCheck {
  readonly name: string;
  /** Sentences; none where the promise is kept. */
  readonly faults: readonly string[];
}

/** Options of the checks of the books. */
export interface BooksOptions {
  readonly devnet: Devnet;
  readonly databaseUrl: string;
  /** Balance of an account, read from the chain itself. */
  readonly balanceOf: (place: Place, holder: string) => Promise<bigint>;
  /** Milliseconds to wait for open work to end. */
  readonly waitMs: number;
}

const open = `select 'transaction' as what, purpose as kind, state, chain_id::text as chain from outbox where state in ('stored', 'sent')
  union all select 'job', kind, coalesce(reason, ''), '' from jobs
  union all select 'settlement', kind, leg, '' from settlements where settled_at is null`;

/** Currencies in which the service keeps books on the devnet's chains. */
const places = [
  'eth@base',
  'usdc@base',
  'weth@base',
  'eth@optimism',
  'usdc@optimism',
  'weth@optimism',
  'sol@solana',
  'usdc@solana',
] as readonly `${string}@${string}`[];

/** Waits until no work is open, then compares the books with themselves and with the chains. */
export async function checkBooks(options: BooksOptions): Promise<readonly BooksCheck[]> {
  const opened = await createServiceDatabase(
    await openDatabase({ databaseUrl: options.databaseUrl, connectionsMax: 2 }),
  );
  const { database, settlement } = opened;
  try {
    const ended = await untilNothing(
      async () => (await database.query(open)).map((row) => JSON.stringify(row)),
      options.waitMs,
    );
    const agree = await untilNothing(() => compareChains(options, settlement), options.waitMs);
    const violations = await settlement.ledger.audit();
    const sums = await database.query<{ asset: string; total: string }>(
      'select asset, sum(amount)::text as total from ledger_postings group by asset having sum(amount) <> 0',
    );
    const costs = await compareCosts(options.devnet, database);
    const halts = await settlement.chains.halts();
    const assets = await settlement.chains.assetFaults();
    return [
      { name: 'no work is left open', faults: ended },
      {
        name: 'the ledger sums to zero',
        faults: sums.map(({ asset, total }) => `${asset}: ${total}`),
      },
      {
        name: 'no rule of the books is broken',
        faults: violations.map(
          ({ invariant, rule, subject }) => `${invariant} ${rule}: ${subject}`,
        ),
      },
      { name: 'each transaction of the solver is booked at its cost', faults: costs },
      { name: 'books and vaults equal the chains', faults: agree },
      {
        name: 'no chain and no currency is halted',
        faults: [
          ...halts.map(({ chainId, reason }) => `${String(chainId)}: ${reason}`),
          ...assets.map(
            ({ chainId, currency, reason }) => `${String(chainId)} ${currency}: ${reason}`,
          ),
        ],
      },
    ];
  } finally {
    await opened.close();
  }
}

type Settlement = Awaited<ReturnType<typeof createServiceDatabase>>['settlement'];

/** Differences between the books and what the solver and the depositories hold. */
async function compareChains(
  { devnet, balanceOf }: BooksOptions,
  settlement: Settlement,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const text of places) {
    const place = findPlace(devnet, text);
    const { solver, vault } = holdersOf(devnet, place);
    const rows = await settlement.inventory.read(settlement, place.chainId, solver);
    const row = rows.find(({ currency }) => currency === place.address);
    const held = await balanceOf(place, solver);
    if (row?.balance !== held || row.reserved !== 0n)
      faults.push(
        `inventory of ${text}: books ${String(row?.balance)} (${String(row?.reserved)} reserved), chain ${String(held)}`,
      );
    if (vault === undefined) continue;
    const books = (await settlement.vault.read(place.chainId)).get(place.address) ?? 0n;
    const inVault = await balanceOf(place, vault);
    if (books !== inVault)
      faults.push(`vault of ${text}: books ${String(books)}, chain ${String(inVault)}`);
  }
  return faults;
}

interface BookedRow {
  chain_id: bigint;
  tx_id: Hex;
  state: string;
  gas_cost: string;
}

/** Differences between what the outbox says of its transactions and their receipts. */
async function compareCosts(devnet: Devnet, database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<BookedRow>(
    `select chain_id, tx_id, state, gas_cost::text from outbox where state in ('mined', 'reverted') and tx_id like '0x%'`,
  );
  const faults = await Promise.all(
    rows.map(async ({ chain_id, tx_id, state, gas_cost }) => {
      const receipt = await devnet
        .client(Number(chain_id))
        .getTransactionReceipt({ hash: tx_id })
        .catch(() => undefined);
      if (receipt === undefined) return `${tx_id}: booked as ${state}, and in no block`;
      const cost = receipt.gasUsed * receipt.effectiveGasPrice;
      const status = receipt.status === 'success' ? 'mined' : 'reverted';
      return status === state && cost === BigInt(gas_cost)
        ? undefined
        : `${tx_id}: booked as ${state} for ${gas_cost}, in truth ${status} for ${String(cost)}`;
    }),
  );
  return faults.filter((fault) => fault !== undefined);
}

function holdersOf(
  { description }: Devnet,
  { chainId }: Place,
): { readonly solver: string; readonly vault: string | undefined } {
  const chain = description.chains[String(chainId)];
  if (chain?.vm === 'svm') return { solver: chain.roles.solver.address, vault: undefined };
  return {
    solver: description.roles.solver.address.toLowerCase(),
    vault: chain?.vm === 'evm' ? chain.contracts.depository : undefined,
  };
}

/** Asks until there is nothing left to tell or the time is over; returns the last answer. */
async function untilNothing(
  ask: () => Promise<readonly string[]>,
  waitMs: number,
): Promise<readonly string[]> {
  const limits = { what: 'sound books', msMax: waitMs, everyMs: 250 };
  return await eventually(ask, ({ length }) => length === 0, limits).catch(ask);
}
