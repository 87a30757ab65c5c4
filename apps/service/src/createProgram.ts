import { Command, Option } from 'commander';
import { chainsOption } from './assignedChains.js';
import { parsePort } from './parsePort.js';
import { parseProcesses } from './processes/parseProcesses.js';
import { readVersion } from './readVersion.js';
import type { Role } from './serviceOptions.js';

/** Options of the command line, those of the service itself and of all commands. */
export interface ProgramOptions {
  readonly config?: string;
  readonly devnet?: string;
  readonly data: string;
  readonly host: string;
  readonly port?: number;
  readonly role: Role | 'allocator';
  readonly processes?: number;
  readonly chains?: readonly string[];
  readonly drain: boolean;
  readonly app?: string;
  readonly docs?: string;
  readonly logLevel: string;
  readonly logPretty: boolean;
  readonly secrets: boolean;
}

/** Makes the command line without its commands. */
export function createProgram(): Command {
  const program = new Command('portage-service')
    .version(readVersion(), '-V, --version', 'print the version')
    .description(
      'Runs a Portage service: HTTP API, indexer and solver. DATABASE_URL names a PostgreSQL; without it one is started in the data directory.',
    )
    .addOption(
      new Option('--config <file>', 'configuration file (JSON)')
        .env('PORTAGE_CONFIG')
        .conflicts('devnet'),
    )
    .addOption(
      new Option(
        '--devnet <file>',
        'devnet.json of a running devnet, instead of a configuration',
      ).env('PORTAGE_DEVNET'),
    )
    .addOption(new Option('--data <dir>', 'data directory').env('PORTAGE_DATA').default('.portage'))
    .addOption(
      new Option('--host <address>', 'address to listen on')
        .env('PORTAGE_HOST')
        .default('127.0.0.1'),
    )
    .addOption(
      new Option(
        '--port <port>',
        'port to listen on (default: 4000, of a worker 4001, or a free one when it is taken)',
      )
        .env('PORTAGE_PORT')
        .argParser(parsePort),
    )
    .addOption(
      new Option('--role <role>', 'which parts run in this process')
        .env('PORTAGE_ROLE')
        .choices(['all', 'api', 'worker', 'allocator'])
        .default('all'),
    )
    .addOption(
      new Option(
        '--processes <n>',
        'processes of the API that share its port, beside one that follows chains and pays (default: one process does all)',
      )
        .env('PORTAGE_PROCESSES')
        .argParser(parseProcesses),
    )
    .addOption(chainsOption())
    .addOption(
      new Option('--drain', 'take no more orders, and settle those that are open').default(false),
    );
  return addOutput(program);
}

/** Adds the pages that it serves, its log and its help. */
function addOutput(program: Command): Command {
  return program
    .addOption(
      new Option('--app <dir>', 'folder of the built swap page and dashboard, to serve them').env(
        'PORTAGE_APP',
      ),
    )
    .addOption(
      new Option('--docs <dir>', 'folder of the built documentation, to serve it at /docs').env(
        'PORTAGE_DOCS',
      ),
    )
    .addOption(
      new Option('--log-level <level>', 'how much to log')
        .env('PORTAGE_LOG_LEVEL')
        .choices(['silent', 'error', 'warn', 'info', 'debug', 'trace'])
        .default('info'),
    )
    .addOption(
      new Option('--log-pretty', 'log lines for people instead of JSON')
        .env('PORTAGE_LOG_PRETTY')
        .default(false),
    )
    .addOption(
      new Option('--secrets', 'list the secrets that the configured chains want, and stop').default(
        false,
      ),
    )
    .addHelpText(
      'after',
      '\nKeys: PORTAGE_SOLVER_KEY and PORTAGE_ALLOCATOR_KEY (or PORTAGE_SOLVER_KEY_FILE and PORTAGE_ALLOCATOR_KEY_FILE) win over keys in the configuration file. Those of other families have its name in theirs, as in PORTAGE_SVM_SOLVER_KEY; --secrets lists them all.\n\nExample:\n  portage-service --config portage.json --data /var/lib/portage --port 4000',
    );
}
