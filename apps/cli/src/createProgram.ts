import { Command } from 'commander';
import { addArchive } from './commands/addArchive.js';
import { addAppFees } from './commands/addAppFees.js';
import { addCompletion } from './commands/addCompletion.js';
import { addEarnings } from './commands/addEarnings.js';
import { addLookups } from './commands/addLookups.js';
import { addHalt } from './commands/addHalt.js';
import { addHalts } from './commands/addHalts.js';
import { addInventory } from './commands/addInventory.js';
import { addKeys } from './commands/addKeys.js';
import { addLedger } from './commands/addLedger.js';
import { addReclaim } from './commands/addReclaim.js';
import { addReconcile } from './commands/addReconcile.js';
import { addRequests } from './commands/addRequests.js';
import { addResume } from './commands/addResume.js';
import { addSmoke } from './commands/addSmoke.js';
import { addSponsors } from './commands/addSponsors.js';
import { addTransfer } from './commands/addTransfer.js';
import { addUsage } from './commands/addUsage.js';
import { addWebhooks } from './commands/addWebhooks.js';
import { addWithdraw } from './commands/addWithdraw.js';
import { chains } from './commands/chains.js';
import { parseRequestId, timeoutOption } from './commands/parseCaller.js';
import { quote } from './commands/quote.js';
import { status, type StatusOptions } from './commands/status.js';
import { swap, type SwapCommandOptions } from './commands/swap.js';
import type { TransferOptions } from './options.js';
import { readVersion } from './readVersion.js';
import type { Runner } from './runner.js';

const helpText = `
Environment: PORTAGE_URL, PORTAGE_API_KEY, PORTAGE_PRIVATE_KEY; for commands of the operator: DATABASE_URL, PORTAGE_DATA
Colours:     on a terminal, unless NO_COLOR is set
Exit codes:  0 done, 1 failed or refunded, 2 wrong use, 130 stopped by Ctrl-C, 141 nobody reads the output any more

Examples:
  portage chains
  portage quote --amount 1.5 --from eth@base --to usdc@optimism --user 0x…
  portage swap --amount 1.5 --from eth@base --to usdc@optimism --key-file key.txt
  portage status 0x… --wait
  portage reclaim --tx 0x… --rpc https://…
  portage withdraw --amount 0.1 --from eth@base
  portage requests --status success --csv
  portage keys create --name shop
  portage usage`;

export function createProgram(run: Runner): Command {
  const program = createRoot();
  program.commandsGroup('Transfers:');
  addTransfers(program, run);
  addStatus(program, run);
  addResume(program, run);
  program.commandsGroup('Look up:');
  addLookups(program, run);
  addChains(program, run);
  addRequests(program, run);
  program.commandsGroup('Money back:');
  addReclaim(program, run);
  addWithdraw(program, run);
  program.commandsGroup('Apps:');
  addAppFees(program, run);
  addUsage(program, run);
  addWebhooks(program, run);
  program.commandsGroup('Operators of a service:');
  addKeys(program, run);
  addSponsors(program, run);
  addEarnings(program, run);
  addInventory(program, run);
  addLedger(program, run);
  addArchive(program, run);
  addHalt(program, run);
  addHalts(program, run);
  addReconcile(program, run);
  addSmoke(program, run);
  program.commandsGroup('This program:');
  addCompletion(program, run);
  return program;
}

/** Root command without its subcommands, with the options that all of them share. */
function createRoot(): Command {
  const program = new Command('portage')
    .version(readVersion(), '-V, --version', 'print the version')
    .description(
      'Swaps, bridges and looks up requests at a Portage service, and administers its keys.',
    )
    .option(
      '--url <url>',
      'address of the service (env PORTAGE_URL; default: that of the devnet, else http://127.0.0.1:4000)',
    )
    .option('--json', 'print one JSON object a line')
    .option(
      '--devnet <file>',
      'devnet.json of a local devnet: its service, endpoints and test accounts',
    )
    .addHelpText('after', helpText);
  // Subcommands inherit this, so it is set before they are added. The caller tells usage errors
  // apart.
  return program.exitOverride();
}

function addTransfers(program: Command, run: Runner): void {
  addTransfer(program, 'quote', 'show what a transfer costs; signs nothing').action(
    async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        quote(session, command.opts<TransferOptions>()),
      );
    },
  );
  addTransfer(program, 'swap', 'make a transfer: quote, verify, sign, wait')
    .option('-y, --yes', 'do not ask before signing')
    .option('--min-out <number>', 'least to receive, in whole units, where nobody is asked')
    .option('--max-in <number>', 'most to pay, in whole units, where nobody is asked')
    .addOption(timeoutOption())
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        swap(session, command.opts<SwapCommandOptions>()),
      );
    });
}

function addStatus(program: Command, run: Runner): void {
  program
    .command('status')
    .description('show where a request stands')
    .argument('<request-id>', 'id of the request, 0x and 64 hex digits', parseRequestId)
    .option('-w, --wait', 'wait until it has ended')
    .addOption(timeoutOption())
    .addHelpText('after', '\nExamples:\n  portage status 0x…\n  portage status 0x… --wait --json\n')
    .action(async (requestId: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) =>
        status(session, requestId, command.opts<StatusOptions>()),
      );
    });
}

function addChains(program: Command, run: Runner): void {
  program
    .command('chains')
    .description('list chains and currencies')
    .addHelpText(
      'after',
      '\nExamples:\n  portage chains\n  portage chains --json --url http://127.0.0.1:4000\n',
    )
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), chains);
    });
}
