import { Command, InvalidArgumentError, Option } from 'commander';
import { addHalts } from './commands/addHalts.js';
import { addKeys } from './commands/addKeys.js';
import { addSponsors } from './commands/addSponsors.js';
import { addUsage } from './commands/addUsage.js';
import { chains } from './commands/chains.js';
import { quote } from './commands/quote.js';
import { status, type StatusOptions } from './commands/status.js';
import { swap, type SwapCommandOptions } from './commands/swap.js';
import type { ExitCode } from './exitCodes.js';
import type { GlobalOptions, TransferOptions } from './options.js';
import type { Session } from './session.js';

/** Runs a command within a session and keeps its exit code. */
export type Runner = (options: GlobalOptions, command: (session: Session) => Promise<ExitCode>) => Promise<void>;

const transferExamples = (name: string): string => `
Examples:
  portage ${name} --amount 0.5 --from eth@base --to usdc@optimism --account 0 --devnet .portage/devnet.json
  PORTAGE_PRIVATE_KEY=… portage ${name} --amount 25 --from usdc@base --to usdc@optimism --recipient 0x…
  portage ${name} --amount 10 --exact-output --from eth@8453 --to usdc@10 --key-file key.txt --json
`;

/** Describes the command line. */
export function createProgram(run: Runner): Command {
  const program = new Command('portage')
    .description('Swaps, bridges and looks up requests at a Portage service, and administers its keys.')
    .option('--url <url>', 'address of the service (env PORTAGE_URL; default: that of the devnet, else http://127.0.0.1:4000)')
    .option('--json', 'print one JSON object a line')
    .option('--devnet <file>', 'devnet.json of a local devnet: its service, endpoints and test accounts')
    .addHelpText('after', `
Environment: PORTAGE_URL, PORTAGE_API_KEY, PORTAGE_PRIVATE_KEY; for keys, sponsors and halts: DATABASE_URL, PORTAGE_DATA
Exit codes:  0 done, 1 failed or refunded, 2 wrong use, 130 stopped by Ctrl-C

Examples:
  portage chains
  portage quote --amount 1.5 --from eth@base --to usdc@optimism --user 0x…
  portage swap --amount 1.5 --from eth@base --to usdc@optimism --key-file key.txt
  portage status 0x… --wait
  portage keys create --name shop
  portage usage`);
  // Made before the subcommands, which inherit it: usage errors are told apart by the caller.
  program.exitOverride();

  transfer(program, 'quote', 'show what a transfer costs; signs nothing').action(async (_: unknown, command: Command) => {
    await run(command.optsWithGlobals(), (session) => quote(session, command.opts<TransferOptions>()));
  });
  transfer(program, 'swap', 'make a transfer: quote, verify, sign, wait')
    .option('-y, --yes', 'do not ask before signing')
    .addOption(timeoutOption())
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) => swap(session, command.opts<SwapCommandOptions>()));
    });
  program
    .command('status')
    .description('show where a request stands')
    .argument('<request-id>', 'id of the request, 0x and 64 hex digits', parseRequestId)
    .option('-w, --wait', 'wait until it has ended')
    .addOption(timeoutOption())
    .addHelpText('after', '\nExamples:\n  portage status 0x…\n  portage status 0x… --wait --json\n')
    .action(async (requestId: string, _: unknown, command: Command) => {
      await run(command.optsWithGlobals(), (session) => status(session, requestId, command.opts<StatusOptions>()));
    });
  program
    .command('chains')
    .description('list chains and currencies')
    .addHelpText('after', '\nExamples:\n  portage chains\n  portage chains --json --url http://127.0.0.1:4000\n')
    .action(async (_: unknown, command: Command) => {
      await run(command.optsWithGlobals(), chains);
    });
  addUsage(program, run);
  addKeys(program, run);
  addSponsors(program, run);
  addHalts(program, run);
  return program;
}

function transfer(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .requiredOption('--from <currency@chain>', 'what is paid, as in eth@base')
    .requiredOption('--to <currency@chain>', 'what is received, as in usdc@optimism')
    .requiredOption('--amount <number>', 'how much, in whole units, as in 1.5')
    .option('--exact-output', 'the amount is what is received')
    .option('--user <address>', 'who pays (default: the account of the key)')
    .option('--recipient <address>', 'who receives (default: who pays)')
    .option('--refund-to <address>', 'who is paid back on a failure (default: the recipient)')
    .option('--slippage <bps>', 'slippage tolerance in basis points (default: chosen by the service)', parseBps)
    .option('--key-file <file>', 'file that holds the private key (or set PORTAGE_PRIVATE_KEY)')
    .option('--account <number>', 'test account of the devnet, from 0', parseIndex)
    .addHelpText('after', transferExamples(name));
}

function timeoutOption(): Option {
  return new Option('--timeout <seconds>', 'longest wait').default(600).argParser(parseSeconds);
}

function parseRequestId(text: string): string {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) throw new InvalidArgumentError('A request id is 0x and 64 hex digits.');
  return text;
}

function parseBps(text: string): string {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 10_000) throw new InvalidArgumentError('Basis points are a whole number from 0 to 10000.');
  return text;
}

function parseIndex(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('An account is a whole number from 0.');
  return Number(text);
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new InvalidArgumentError('A time is a number of seconds above 0.');
  return seconds;
}
