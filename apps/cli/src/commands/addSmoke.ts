import { InvalidArgumentError, type Command } from 'commander';
import type { Runner } from '../runner.js';
import { addAccountOptions } from './addAccountOptions.js';
import { timeoutOption } from './parseCaller.js';
import { smoke, type SmokeOptions } from './smoke.js';

const help = `
Small money moves along each pair of chains and back, as any client moves it. Cost and duration of each transfer are printed.
USDC is a dollar; a chain without it pays and is paid in its native currency. Run it again after a crash: what has
succeeded is not paid again. It asks no questions. Exit code 1: a transfer failed.
With --swaps, USDC of another chain also goes to each currency that the solver does not trade: its pools swap.

Examples:
  portage smoke --usd 2 --keys keys.json
  portage smoke --pairs base:solana,base:optimism --usd 2 --keys keys.json --json
  portage smoke --swaps --keys keys.json
`;

/** Adds `portage smoke`. */
export function addSmoke(program: Command, run: Runner): void {
  addAccountOptions(
    program.command('smoke').description('pay small money along each pair of chains and back'),
  )
    .option('--pairs <pairs>', '"all", or pairs of chains with commas between', 'all')
    .option('--usd <number>', 'USD of each transfer', parseUsd, '2')
    .option('--swaps', 'pay USDC into each currency too that pools alone lead to', false)
    .option('--keys <file>', 'JSON file of keys by families, as in {"evm":"0x…","svm":"…"}')
    .option('--trial <file>', 'file of what was paid, to go on with it', 'smoke.jsonl')
    .addOption(timeoutOption())
    .addHelpText('after', help)
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        smoke(session, command.opts<SmokeOptions>()),
      );
    });
}

function parseUsd(text: string): string {
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('USD are a number above 0, as in 2 or 2.5.');
  return text;
}
