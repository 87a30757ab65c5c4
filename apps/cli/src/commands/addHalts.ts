import type { Command } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { chainIdOf } from './chainIdOf.js';
import { parseChain, parseReason } from './parseOperator.js';
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

All chains are halted where money left an account of the solver that the books do not know, where too much was lost
within an hour, or where the database was put back to an older state. Where too many fills fail, or a reorg came near the
depth that deposits need, a chain is only limited: list shows these limits, and clear ends them.

Orders with txs are halted alone where reverted calls burned their budget of gas within an hour. They go on by themselves.

Examples:
  portage halts list
  portage halts clear 8453 --reason 'endpoint mended, books agree' --data /var/lib/portage
  portage halts clear base --reason 'endpoint mended'
  portage halts clear all --reason 'incident 12: the key was replaced'
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
    .description('let a chain go on, after its cause was looked at; limits end with it')
    .argument(
      '<chain>',
      'id of the chain, as in 8453, or its slug, as in base, or all',
      parseChains,
    )
    .requiredOption(
      '--reason <text>',
      'what was found and done; it is kept with the halt',
      parseReason,
    )
    .action(async (named: number | string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), async (session) => {
        const which = named === 'all' ? named : await chainIdOf(session, named);
        return clearHalts(session, which, command.optsWithGlobals());
      });
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

/** The id or the slug of a chain, or all of them. */
const parseChains = (text: string): number | string => (text === 'all' ? text : parseChain(text));

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
    .argument('<chain>', 'id of the chain, as in 8453, or its slug, as in base', parseChain)
    .requiredOption('--reason <text>', 'what was found and done; it is kept', parseReason)
    .action(async (named: number | string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), async (session) =>
        clearCalls(session, await chainIdOf(session, named), command.optsWithGlobals()),
      );
    });
}
