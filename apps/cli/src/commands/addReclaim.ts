import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Runner } from '../runner.js';
import { addAccountOptions } from './addAccountOptions.js';
import { reclaim, type ReclaimCommandOptions } from './reclaim.js';

const examples = `
The first call asks the depository for the deposit. From the time that it prints on, the same call takes it.
No service is asked: give an endpoint of the chain, or a devnet and one of its chains.

Examples:
  PORTAGE_PRIVATE_KEY=… portage reclaim --tx 0x… --rpc https://…
  portage reclaim --tx 0x… --chain base --devnet .portage/devnet.json --account 0
  portage reclaim --order 0x… --depository 0x… --currency 0x… --rpc https://… --key-file key.txt --json
`;

/** Adds `portage reclaim`. */
export function addReclaim(program: Command, run: Runner): void {
  addAccountOptions(
    program
      .command('reclaim')
      .description('take a deposit back from the depository, without any service')
      .addOption(
        new Option('--tx <hash>', 'transaction that made the deposit')
          .argParser(parseHash)
          .conflicts('order'),
      )
      .option('--order <id>', 'order that was paid, instead of the transaction', parseHash)
      .option('--currency <address>', 'token that was paid (default: the native currency)')
      .option('--depository <address>', 'contract that holds it (default: that of the devnet)')
      .option('--rpc <url>', 'endpoint of the chain')
      .option('--chain <name>', 'chain of the devnet, as in base'),
  )
    .addHelpText('after', examples)
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        reclaim(session, command.opts<ReclaimCommandOptions>()),
      );
    });
}

function parseHash(text: string): string {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text))
    throw new InvalidArgumentError('That is not 0x and 64 hex digits.');
  return text;
}
