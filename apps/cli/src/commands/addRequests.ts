import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseTime } from '../parseTime.js';
import type { Runner } from '../runner.js';
import { parseChain } from './parseOperator.js';
import { requests, type RequestsOptions } from './requests.js';

const statuses = ['waiting', 'depositing', 'pending', 'submitted', 'success', 'refund', 'failure'];

/** Adds `portage requests`. */
export function addRequests(program: Command, run: Runner): void {
  program
    .command('requests')
    .description('list requests, newest first, as lines, CSV or JSON')
    .option('--user <address>', 'payer or recipient')
    .addOption(new Option('--status <status>', 'where they stand').choices(statuses))
    .option('--hash <transaction>', 'a transaction on either side')
    .option('--chain <chain>', 'a chain on either side, as in base or 8453', parseChain)
    .option('--origin <chain>', 'the chain that was paid on', parseChain)
    .option('--destination <chain>', 'the chain that is received on', parseChain)
    .option('--referrer <name>', 'the app that they came from')
    .option('--referrer-address <address>', 'the account of the app that they came from')
    .option('--key <id>', 'public id of the API key that they came with')
    .option(
      '--from <time>',
      'made at this time or later: Unix seconds, or a date as in 2026-11-21T07:00Z',
      parseTime,
    )
    .option('--to <time>', 'made at this time or before', parseTime)
    .addOption(
      new Option('-n, --limit <count>', 'how many at most; pages are fetched as needed')
        .default(20)
        .argParser(parseCount),
    )
    .option('--oldest-first', 'begin with the oldest')
    .addOption(new Option('--csv', 'print CSV with a header').conflicts('json'))
    .addHelpText(
      'after',
      '\nExamples:\n  portage requests --status success -n 5\n  portage requests --referrer my-app --from 2026-11-01 -n 10000 --csv > requests.csv\n  portage requests --origin base --destination optimism\n  portage requests --user 0x… --json\n',
    )
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        requests(session, command.opts<RequestsOptions>()),
      );
    });
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!/^[0-9]{1,15}$/.test(text) || count < 1)
    throw new InvalidArgumentError('Give a whole number above 0.');
  return count;
}
