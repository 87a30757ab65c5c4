import { Option, type Command } from 'commander';
import type { Runner } from '../runner.js';
import type { DataOptions } from '../serviceDatabase.js';
import { usageError } from '../usageError.js';
import { clearHalts } from './halts.js';
import { parseRequestId, timeoutOption } from './parseCaller.js';
import { chainIdOf } from './chainIdOf.js';
import { parseChain, parseReason } from './parseOperator.js';
import { resume, type ResumeCommandOptions } from './resume.js';

const help = `
Of a request that was paid, it waits for the end. Of a chain that is halted, it lets payments go on (for the operator of a
service, as portage halts clear): a reason is needed.

Examples:
  portage resume 0x…
  portage resume 0x… --timeout 60
  portage resume 8453 --reason 'endpoint mended, books agree' --data /var/lib/portage
`;

/** Subject of `portage resume`: a request by its id, or a chain by its id or slug. */
type Resumed = { readonly requestId: string } | { readonly chain: number | string };

interface ResumeOptions extends ResumeCommandOptions, DataOptions {
  readonly reason?: string;
}

/** Adds `portage resume`. */
export function addResume(program: Command, run: Runner): void {
  program
    .command('resume')
    .description('go on waiting for a request that was paid, or let a halted chain go on')
    .argument(
      '<id>',
      'id of a request (0x and 64 hex digits), or of a chain, as in 8453 or base',
      parseId,
    )
    .addOption(timeoutOption())
    .addOption(
      new Option('--reason <text>', 'of a chain: what was found and done; it is kept').argParser(
        parseReason,
      ),
    )
    .option('--data <dir>', 'of a chain: data directory of the service (env PORTAGE_DATA)')
    .addHelpText('after', help)
    .action(async (resumed: Resumed, _: unknown, command: Command) => {
      const options = command.opts<ResumeOptions>();
      await run(command.optsWithGlobals(), async (session) => {
        if ('requestId' in resumed) return resume(session, resumed.requestId, options);
        const { reason } = options;
        if (reason === undefined) throw usageError('Say by --reason why the chain may go on.');
        const chainId = await chainIdOf(session, resumed.chain);
        return clearHalts(session, chainId, { ...options, reason });
      });
    });
}

function parseId(text: string): Resumed {
  return /^(?:[1-9]\d*|[a-z].*)$/.test(text)
    ? { chain: parseChain(text) }
    : { requestId: parseRequestId(text) };
}
