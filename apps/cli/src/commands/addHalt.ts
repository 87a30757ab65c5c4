import type { Command } from 'commander';
import type { Runner } from '../runner.js';
import { addOperatorCommand } from './addOperatorCommand.js';
import { haltChain } from './halts.js';
import { parseChainId, parseReason } from './parseOperator.js';

const help = `
Workers stop within a second. Nothing is spent on the chain, nor for what was paid on it; deposits are still seen, and quotes
are refused. What was sent already may still land. portage resume lets it go on.

Examples:
  portage halt 8453 --reason 'key may be stolen, incident 12'
  portage halt 8453 --reason 'maintenance of endpoints' --data /var/lib/portage
`;

/** Adds `portage halt`. */
export function addHalt(program: Command, run: Runner): void {
  addOperatorCommand(program, 'halt', 'stop payments on a chain', help)
    .argument('<chain-id>', 'id of the chain, as in 8453', parseChainId)
    .requiredOption('--reason <text>', 'why; it is shown and kept', parseReason)
    .action(async (chainId: number, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        haltChain(session, chainId, command.optsWithGlobals()),
      );
    });
}
