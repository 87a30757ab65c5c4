import type { Command } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { listEarnings } from './earnings.js';

const help = `
Amounts are in whole units; in smallest units for machines, and beside the address of a currency that the service does
not list. What is due lies in the depository under its depositors' names, until the solver brings it
home: by worth, by age, and at once where a depositor asks for it.

Examples:
  portage earnings list
  portage earnings list --json --data /var/lib/portage
`;

/** Adds `portage earnings`. */
export function addEarnings(program: Command, run: Runner): void {
  addOperatorCommand(
    program,
    'earnings',
    'show what was earned, what came home and what is due, by chain and currency',
    help,
  )
    .command('list')
    .description('list earnings by chain and currency')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listEarnings(session, command.optsWithGlobals()),
      );
    });
}
