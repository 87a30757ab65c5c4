import type { Command } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { parseChainId, parseReason } from './parseOperator.js';
import {
  clearCalls,
  clearHalts,
  listBacklog,
  listBurnedGas,
  listClearedHalts,
  listHalts,
} from './halts.js';

const help = `
A chain is halted when it took back what was spent, or when less is there than the books say. Nothing is spent on it, nor
for what was paid on it, until somebody has looked. Deposits are still seen. Where something is missing, see
portage reconcile.

Orders with txs are halted alone where reverted calls burned their budget of gas within an hour. They go on by themselves.

Examples:
  portage halts list
  portage halts clear 8453 --reason 'endpoint mended, books agree' --data /var/lib/portage
  portage halts history
  portage halts waiting
  portage halts calls
  portage halts clear-calls 8453 --reason 'the payer is blocked'
`;

/** Adds `portage halts`. */
export function addHalts(program: Command, run: Runner): void {
  const halts = addOperatorCommand(
    program,
    'halts',
    'show which chains are halted and why, and let them go on',
    help,
  );
  halts
    .command('list')
    .description('list chains that are halted')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listHalts(session, command.optsWithGlobals()),
      );
    });
  halts
    .command('clear')
    .description('let a chain go on, after its cause was looked at')
    .argument('<chain-id>', 'id of the chain, as in 8453', parseChainId)
    .requiredOption(
      '--reason <text>',
      'what was found and done; it is kept with the halt',
      parseReason,
    )
    .action(async (chainId: number, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        clearHalts(session, chainId, command.optsWithGlobals()),
      );
    });
  addCalls(halts, run);
  halts
    .command('history')
    .description('list halts that were cleared, with both reasons')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listClearedHalts(session, command.optsWithGlobals()),
      );
    });
  halts
    .command('waiting')
    .description('show what waits for each chain, also for chains that are no longer configured')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listBacklog(session, command.optsWithGlobals()),
      );
    });
}

/** Adds the commands about orders with `txs`. */
function addCalls(halts: Command, run: Runner): void {
  halts
    .command('calls')
    .description('show the gas that reverted calls burned within the last hour, by chain')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        listBurnedGas(session, command.optsWithGlobals()),
      );
    });
  halts
    .command('clear-calls')
    .description('let orders with txs go on: burned gas counts from now on only')
    .argument('<chain-id>', 'id of the chain, as in 8453', parseChainId)
    .requiredOption('--reason <text>', 'what was found and done; it is kept', parseReason)
    .action(async (chainId: number, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        clearCalls(session, chainId, command.optsWithGlobals()),
      );
    });
}
