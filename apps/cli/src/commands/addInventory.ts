import type { Command } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { listInventory } from './inventory.js';

const help = `
Amounts are in whole units; in smallest units for machines, and beside the address of a currency that the service does
not list. What is due lies in the depository, until the solver brings it home.
What is in flight is on its way from another chain; a target is what the policy wants to be held
(rebalancing.targetsMicroUsd), at the price of now.

Examples:
  portage inventory
  portage inventory --json --data /var/lib/portage
`;

/** Adds `portage inventory`. */
export function addInventory(program: Command, run: Runner): void {
  addOperatorCommand(
    program,
    'inventory',
    'show what the solver holds, promised, due and in flight, and its targets, by chain and currency',
    help,
  ).action(async (_: unknown, command: Command) => {
    await run(command.optsWithGlobals(), (session) =>
      listInventory(session, command.optsWithGlobals()),
    );
  });
}
