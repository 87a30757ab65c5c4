import { execFile } from 'node:child_process';
import { bitcoinChain, bitcoinDevnetChain } from '@portage/devnet';
import { casesOf, eventually } from '@portage/testing';
import { describe, expect, test } from 'vitest';
import { commandOf } from '../../../scripts/commandOf.js';
import { expectSound } from './expectSound.js';
import { openBeside } from './openDatabase.js';
import { useServices } from './useServices.js';

/** The solver's coins on a real node: split and gathered once, wherever the worker dies. */
const services = useServices({
  accounts: 3,
  blockTimeSeconds: 0.25,
  chains: [{ id: 8453, slug: 'base', name: 'Base' }, bitcoinDevnetChain],
  bitcoin: { blockMs: 500 },
});

interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Answer of `portage-service coins`, as an operator runs it. */
function coins(...args: readonly string[]): Promise<Answer> {
  const at = ['--devnet', services.devnet.file, '--data', services.dataDir];
  const command = [...commandOf('apps/service'), ...at];
  return new Promise((resolve) => {
    execFile(process.execPath, [...command, 'coins', ...args], (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

interface Plan {
  readonly fee: string;
  readonly outputs: readonly string[];
  readonly inputs: readonly unknown[];
  readonly coinsAfter: number;
  readonly asked: {
    readonly id: string;
    readonly state: string;
    readonly txId: string | null;
  } | null;
}

const planOf = ({ out, err }: Answer): Plan => {
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Plan;
};

/** Values of the solver's coins in blocks, the largest first. */
async function solverCoins(): Promise<readonly bigint[]> {
  const { esploraUrl, roles } = bitcoinChain(services.devnet.description);
  const answer = await fetch(`${esploraUrl}/address/${roles.solver.address}/utxo`);
  const all = (await answer.json()) as readonly {
    readonly value: number;
    readonly status: { readonly confirmed: boolean };
  }[];
  return all
    .filter(({ status }) => status.confirmed)
    .map(({ value }) => BigInt(value))
    .sort((one, other) => (one > other ? -1 : 1));
}

/** Fee of the change in the ledger, satoshi, and the transactions that it has. */
async function bookedOf(id: string): Promise<{ readonly fees: bigint; readonly mined: number }> {
  const store = await openBeside(services.dataDir, services.devnet);
  try {
    const bytes = Buffer.from(id.slice(2), 'hex');
    const [row] = await store.query<{ mined: number }>(
      `select count(*)::int as mined from outbox where order_id = $1 and state = 'mined'`,
      [bytes],
    );
    const [gas] = await store.query<{ fees: string | null }>(
      `select sum(p.amount)::text as fees from ledger_postings p join ledger_entries e on e.id = p.entry_id
         join outbox o on e.kind = 'payout' and e.ref like '%:' || o.tx_id || ':%'
         where p.account = 'gas' and o.order_id = $1`,
      [bytes],
    );
    return { fees: BigInt(gas?.fees ?? '0'), mined: row?.mined ?? 0 };
  } finally {
    await store.close();
  }
}

/** Arguments that gather all coins below a value. */
const gatherBelow = (below: bigint): readonly string[] =>
  `consolidate --below ${String(below)} --fee-rate-max 100 --keep 1 --yes --json`.split(' ');

describe('coins of the solver', () => {
  test('a plan shows what a change costs, and sends nothing', async () => {
    const service = services.start();
    await service.url;
    const before = await solverCoins();
    const shown = await coins('split', '--count', '4', '--value', '1000000');
    expect(shown.err).toBe('');
    expect(shown.code).toBe(0);
    expect(shown.out).toContain('out    4 coins of 0.01 BTC, and ');
    expect(shown.out).toMatch(/fee {4}\d+ satoshi \(\d+\.\d+ USD\)/);
    expect(shown.out).toContain('Nothing was sent.');
    const lacking = await coins('split', '--count', '200', '--value', '1000000000000');
    expect(lacking).toMatchObject({ code: 1, out: '' });
    expect(lacking.err).toContain('INSUFFICIENT_FUNDS: 200 coins of 1000000000000 satoshi');
    const dear = await coins('consolidate', '--below', '1000', '--fee-rate-max', '0.001');
    expect(dear.code).toBe(1);
    expect(dear.err).toMatch(/Blocks cost .* satoshi a virtual byte now, more than 0\.001/);
    expect(await solverCoins()).toEqual(before);
    await service.stop();
  });

  test.each(
    casesOf({
      daily: ['relay-stored'],
      nightly: ['relay-settlement', 'relay-stored', 'relay-sent'],
    }),
  )('killed at %s, the worker splits once and books the fee exactly', async (point, index) => {
    const value = 2_000_000n + BigInt(index);
    const doomed = services.start({ PORTAGE_FAILPOINT: point });
    await doomed.url;
    const asked = planOf(
      await coins(
        'split',
        '--count',
        '5',
        '--value',
        String(value),
        '--yes',
        '--wait',
        '0',
        '--json',
      ),
    );
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
    const service = services.start();
    await service.url;
    const id = asked.asked?.id ?? '';
    await eventually(
      () => bookedOf(id),
      (booked) => expect(booked.mined).toBe(1),
      { what: 'the split is in a final block' },
    );
    expect((await solverCoins()).filter((one) => one === value)).toHaveLength(5);
    expect(await bookedOf(id)).toEqual({ fees: BigInt(asked.fee), mined: 1 });
    // Coins of the split are deep after a few blocks, and are gathered again.
    const gathered = await eventually(
      async () => planOf(await coins(...gatherBelow(value + 1n))),
      ({ inputs }) => inputs.length === 5,
      { what: 'five deep coins are gathered' },
    );
    const gathering = gathered.asked?.id ?? '';
    await eventually(
      () => bookedOf(gathering),
      ({ mined }) => mined === 1,
      { what: 'the consolidation is in a final block' },
    );
    expect(await solverCoins()).toContain(5n * value - BigInt(gathered.fee));
    expect((await bookedOf(gathering)).fees).toBe(BigInt(gathered.fee));
    await expectSound(services.dataDir, services.devnet);
    await service.stop();
  });
});
