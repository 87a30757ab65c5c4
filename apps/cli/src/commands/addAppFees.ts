import type { Command } from 'commander';
import type { Runner } from '../runner.js';
import { addAccountOptions } from './addAccountOptions.js';
import { appFeeClaims } from './appFeeClaims.js';
import { appFees } from './appFees.js';
import { claimAppFees, type ClaimCommandOptions } from './claimAppFees.js';

const examples = `
The owner of the wallet signs, and the service pays: nothing is sent by the owner, and a claim is free.

Examples:
  portage app-fees 0x…
  PORTAGE_PRIVATE_KEY=… portage app-fees claim --from usdc@base
  portage app-fees claim --from usdc@base --amount 25 --to 0x… --key-file key.txt --json
  portage app-fees claims 0x…
`;

/** Adds `portage app-fees`. */
export function addAppFees(program: Command, run: Runner): void {
  const fees = program
    .command('app-fees')
    .description('show and claim what a wallet earned in app fees')
    .addHelpText('after', examples);
  fees
    .command('balance', { isDefault: true })
    .description('show what a wallet earned and did not claim')
    .argument('<wallet>', 'the recipient of the fees')
    .action(async (wallet: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) => appFees(session, wallet));
    });
  fees
    .command('claims')
    .description('list the claims of a wallet, newest first')
    .argument('<wallet>', 'the recipient of the fees')
    .action(async (wallet: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) => appFeeClaims(session, wallet));
    });
  addAccountOptions(
    fees
      .command('claim')
      .description('claim what the wallet of a key earned')
      .requiredOption('--from <currency@chain>', 'currency that was earned, as in usdc@base')
      .option('--amount <amount>', 'amount in whole units (default: all that can be claimed)')
      .option('--to <address>', 'account that is paid (default: the wallet)'),
  )
    .addHelpText('after', examples)
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        claimAppFees(session, command.opts<ClaimCommandOptions>()),
      );
    });
}
