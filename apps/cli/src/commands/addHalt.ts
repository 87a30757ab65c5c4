import type { Command } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { chainIdOf } from './chainIdOf.js';
import { haltChain } from './halts.js';
import { parseChain, parseReason } from './parseOperator.js';

const help = `
Workers stop within a second. Nothing is spent on the chain, nor for what was paid on it; deposits are still seen, and quotes
are refused. What was sent already may still land. portage resume lets it go on. A slug is looked up at the service; an id needs
none.

Examples:
  portage halt 8453 --reason 'key may be stolen, incident 12'
  portage halt base --reason 'maintenance of endpoints' --data /var/lib/portage
`;

/** Adds `portage halt`. */
export function addHalt(program: Command, run: Runner): void {
  addOperatorCommand(program, 'halt', 'stop payments on a chain', help)
    .argument('<chain>', 'id of the chain, as in 8453, or its slug, as in base', parseChain)
    .requiredOption('--reason <text>', 'why; it is shown and kept', parseReason)
    .action(async (named: number | string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), async (session) =>
        haltChain(session, await chainIdOf(session, named), command.optsWithGlobals()),
      );
    });
}
