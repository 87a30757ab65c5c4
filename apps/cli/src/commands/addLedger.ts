import type { Command } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { checkLedger, listBalances } from './ledger.js';
import { listSuspense } from './reconcile.js';

const help = `
Amounts are in whole units; in smallest units for machines, and where the service does not list the currency. An asset is the id of a chain and a currency, or usd for sponsors. The accounts and what they
hold are in packages/service/settlement/README.md.

Examples:
  portage ledger balance
  portage ledger balance solver
  portage ledger balance app-fee:0x… --json
  portage ledger check
  portage ledger check --archive /var/backups/portage
  portage ledger suspense --data /var/lib/portage
`;

/** Adds `portage ledger`. */
export function addLedger(program: Command, run: Runner): void {
  const ledger = addOperatorCommand(program, 'ledger', 'show and check the books', help);
  ledger
    .command('balance')
    .description('list what accounts hold: sums of each kind, or one account or kind in full')
    .argument('[account]', 'an account, or a kind of accounts, as in escrow')
    .action(async (account: string | undefined, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listBalances(session, account, command.optsWithGlobals()),
      );
    });
  ledger
    .command('check')
    .description('check every invariant of the books; ends with 1 where one does not hold')
    .option(
      '--archive <dir>',
      'read all archives too: their hashes, and all balances from the first posting',
    )
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        checkLedger(session, command.optsWithGlobals()),
      );
    });
  ledger
    .command('suspense')
    .description('list deposits that nobody has a claim to by the books')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listSuspense(session, command.optsWithGlobals()),
      );
    });
}
