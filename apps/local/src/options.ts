import { parsePort } from '@portage/service';
import { Command, InvalidArgumentError } from 'commander';

/** Options of `npm start`. */
export interface LocalOptions {
  readonly once: boolean;
  readonly json: boolean;
  readonly list: boolean;
  readonly only: readonly string[] | undefined;
  readonly port: number | undefined;
  readonly data: string | undefined;
  readonly blockTime: number;
  /** Modules of plugins, as paths from this folder or names of packages. */
  readonly plugin: readonly string[];
}

/** Reads the command line; prints help or a usage error and exits by itself. */
export function readOptions(argv: readonly string[]): LocalOptions {
  const command = new Command('npm start --')
    .description(
      'Runs all of Portage on this machine (two EVM chains, contracts, PostgreSQL, the service), shows transfers, and keeps serving until Ctrl-C.',
    )
    .option(
      '--once',
      'stop after the demonstrations; exit code 0 when all succeeded, 1 otherwise',
      false,
    )
    .option(
      '--json',
      'print one JSON object for each demonstration, and nothing else on standard output',
      false,
    )
    .option('--list', 'print the names of the demonstrations and exit', false)
    .option('--only <names>', 'run only these demonstrations, separated by commas', (text) =>
      text.split(',').filter((name) => name !== ''),
    )
    .option(
      '--port <port>',
      'port of the service (default: 4000, or a free one when it is taken)',
      parsePort,
    )
    .option(
      '--data <dir>',
      'data directory; holds devnet.json and the database (default: a temporary one with --once, else .portage)',
    )
    .option('--block-time <seconds>', 'seconds between blocks', parseSeconds, 1)
    .option('--plugin <module>', 'load a plugin, as ./mine.js; may be repeated', collect, [])
    .addHelpText(
      'after',
      '\nExamples:\n  npm start\n  npm start -- --once --json\n  npm start -- --once --only bridge-eth-to-usdc\n  npm start -- --plugin ./mine.js\n  npm start -- --port 5000 --data ./data',
    );
  return command.parse(argv, { from: 'user' }).opts<LocalOptions>();
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 60))
    throw new InvalidArgumentError('The block time is more than 0 and at most 60 seconds.');
  return seconds;
}
