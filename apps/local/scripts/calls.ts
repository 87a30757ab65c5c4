/** `npm run local -- calls`: see `docs/going-live.md`. */
import { Command, InvalidArgumentError } from 'commander';
import { billOf, type NetworkBill } from '../test/calls/billOf.js';
import { runCalls } from '../test/calls/runCalls.js';
import { parseCount } from './parseCount.js';

/** Reads a price in USD of a command line. */
function parseUsd(text: string): number {
  if (!/^[0-9]{1,4}([.][0-9]{1,6})?$/.test(text))
    throw new InvalidArgumentError('It is a number of USD, as in 0.45.');
  return Number(text);
}

const options = new Command('npm run local -- calls')
  .description(
    'Counts the calls of workers without work to nine networks, at the pace of their blocks, and what hosts charge for a month of them. Fake nodes stand for EVM networks, and Solana and Bitcoin are those of a devnet.',
  )
  .option('--seconds <n>', 'seconds to count', parseCount, 60)
  .option('--calm-seconds <n>', 'seconds to wait before, because a start asks more', parseCount, 20)
  .option('--endpoints <n>', 'endpoints of each network; two of several agree', parseCount, 1)
  .option('--workers <n>', 'workers over one database', parseCount, 1)
  .option('--evm-usd <usd>', 'price of a million units on EVM networks', parseUsd, 0.45)
  .option('--other-usd <usd>', 'price of a million credits on Solana and Bitcoin', parseUsd, 5)
  .option('--json', 'print one JSON object instead of lines; progress goes to stderr', false)
  .addHelpText('after', '\nExit code: 0 when every network is within its limit, 1 otherwise.')
  .parse()
  .opts<{
    seconds: number;
    calmSeconds: number;
    endpoints: number;
    workers: number;
    evmUsd: number;
    otherUsd: number;
    json: boolean;
  }>();

const counted = await runCalls({ ...options, note: (text) => process.stderr.write(`${text}\n`) });
const prices = { evm: options.evmUsd, other: options.otherUsd };
const bills = counted.map((each) => billOf(each, prices));
const sum = (of: (bill: NetworkBill) => number): number =>
  bills.reduce((total, bill) => total + of(bill), 0);
const total = {
  callsPerDay: sum(({ callsPerDay }) => callsPerDay),
  usdPerMonth: sum(({ usdPerMonth }) => usdPerMonth),
};

const isWithin = bills.every((bill) => bill.isWithin);

function line(name: string, figures: readonly string[]): string {
  return `${name.padEnd(12)}${figures.map((figure) => figure.padStart(14)).join('')}`;
}

if (options.json)
  process.stdout.write(
    `${JSON.stringify({
      networks: bills.map((bill, index) => ({ ...bill, byMethod: counted[index]?.byMethod })),
      total,
      isWithin,
    })}\n`,
  );
else
  process.stdout.write(
    [
      line('', ['calls a second', 'at most', 'a block', 'a day', 'USD a month']),
      ...bills.map((bill) =>
        line(bill.slug, [
          bill.callsPerSecond.toFixed(2),
          bill.callsMax?.toFixed(0) ?? '',
          bill.callsPerBlock.toFixed(1),
          Math.round(bill.callsPerDay).toLocaleString('en'),
          bill.usdPerMonth.toFixed(0),
        ]),
      ),
      line('all', [
        '',
        '',
        '',
        Math.round(total.callsPerDay).toLocaleString('en'),
        total.usdPerMonth.toFixed(0),
      ]),
      isWithin ? 'ok' : 'FAILED: a network is asked more than its limit',
      '',
    ].join('\n'),
  );
process.exitCode = isWithin ? 0 : 1;
