import pg from 'pg';
import type { BenchOptions } from '../benchOptions.js';
import { createClosers } from '../compare/closers.js';
import type { Cost } from '../compare/judge/judgeRounds.js';
import { createLoad } from '../compare/loads/createLoad.js';
import { measureLoad } from '../compare/runLoad.js';
import { startSide } from '../compare/side/startSide.js';
import { currentTree } from '../compare/tree/prepareTree.js';
import type { BenchResult, Figure } from '../measure/report.js';
import { formatSpread, median } from '../measure/statistics.js';

const subscriptions = 1_000;
const ratioGoal = 1.05;

const figureNames = [
  ['statements', 'statements an order', 1],
  ['logBytes', 'bytes of log an order', 0],
] as const satisfies readonly (readonly [keyof Cost, string, number])[];

interface CostRound {
  readonly without: Cost;
  /** With a single webhook of another owner. */
  readonly one: Cost;
  readonly among: Cost;
}

/** Leaves so many webhooks, each of an owner of its own who asked for nothing. */
async function subscribe(client: pg.Client, count: number): Promise<void> {
  await client.query('truncate webhooks');
  await client.query(
    `insert into webhooks (id, owner, url, events, secret)
       select 'wh_' || n, 'owner ' || n, 'http://127.0.0.1:9/', '{request.status.updated,transfer}', 'whsec_'
         from generate_series(1, $1::int) n`,
    [count],
  );
}

/** Cost of an order in the database among 1,000 webhooks of others, compared with one and none. */
export async function benchPush({
  rounds,
  isShort = false,
  note,
}: BenchOptions): Promise<BenchResult> {
  const closers = createClosers();
  try {
    const side = await startSide(await currentTree(), closers);
    const client = new pg.Client({ connectionString: side.databaseUrl });
    // The server ends the connection when the service stops it.
    client.on('error', () => undefined);
    await client.connect();
    closers.add(() => client.end());
    const load = createLoad('fill');
    const measure = async (count: number): Promise<Cost> => {
      await subscribe(client, count);
      return measureLoad(load, side);
    };
    for (let round = 0; round < (isShort ? 1 : load.warmUps); round += 1) await measure(0);
    const counted: CostRound[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const counts = round % 2 === 0 ? [0, 1, subscriptions] : [subscriptions, 1, 0];
      const costs = new Map<number, Cost>();
      for (const count of counts) costs.set(count, await measure(count));
      const [without, one, among] = [0, 1, subscriptions].map((count) => costs.get(count));
      if (without === undefined || one === undefined || among === undefined)
        throw new Error('A round has three measurements.');
      counted.push({ without, one, among });
      note(`round ${String(round + 1)} of ${String(rounds)}`);
    }
    return summarise(counted, load.orders);
  } finally {
    await closers.close();
  }
}

function summarise(counted: readonly CostRound[], orders: number): BenchResult {
  const figures = figureNames.flatMap(([member, name, digits]): readonly Figure[] => {
    const ratios = counted.map(({ one, among }) => among[member] / one[member]);
    const of = (costs: readonly Cost[]): string =>
      formatSpread(
        costs.map((cost) => cost[member]),
        digits,
      );
    return [
      {
        name: `${name}, ratio of ${String(subscriptions)} webhooks to one`,
        value: formatSpread(ratios, 3),
        goal: `within ${String(ratioGoal)}`,
        reached: median(ratios) <= ratioGoal,
      },
      { name: `${name}, without webhooks`, value: of(counted.map(({ without }) => without)) },
      { name: `${name}, beside one of somebody else`, value: of(counted.map(({ one }) => one)) },
      {
        name: `${name}, among ${String(subscriptions)} of others`,
        value: of(counted.map(({ among }) => among)),
      },
    ];
  });
  return {
    bench: 'push',
    figures,
    notes: [
      `Rounds of ${String(orders)} deposits of one block, until their orders are filled, in turns without webhooks, beside one and among ${String(subscriptions)}, each of an owner of its own. Counted as \`compare\` counts them; the statements of triggers count too, and run for each event once there is any webhook. What an app is told itself costs a row for each event and webhook beside this.`,
    ],
  };
}
