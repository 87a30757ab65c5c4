import { InvalidArgumentError, type Command } from 'commander';
import type { CoinChange } from '@portage/core/plugin';
import type { ServiceDatabase } from '../serviceDatabase.js';
import type { FundEnvironment } from '../fund/addFundCommand.js';
import { askForChange, type AskedChange } from './askForChange.js';
import { changeAsJson, printChange } from './printChange.js';
import { planCoins } from './planCoins.js';

/** Surroundings of the commands. */
export interface CoinsEnvironment extends FundEnvironment {
  /** Opens the database of the service, beside its processes. */
  readonly openDatabase: () => Promise<ServiceDatabase>;
}

/** Flags that both commands have. */
interface SharedFlags {
  readonly chain: string;
  readonly feeRateMax?: bigint;
  readonly keep: number;
  readonly yes: boolean;
  readonly wait: number;
  readonly json: boolean;
}

type SplitFlags = SharedFlags & { readonly count: number; readonly value: bigint };
type ConsolidateFlags = SharedFlags & { readonly below: bigint };

/** Coins that stay for payments side by side unless the operator says otherwise. */
const keepDefault = 12;
const waitSecondsDefault = 30;
/** Decimals of a rate: it is counted for a thousand virtual bytes. */
const rateDecimals = 3;

/** Adds `coins split` and `coins consolidate`. */
export function addCoinsCommand(program: Command, environment: CoinsEnvironment): void {
  const coins = program
    .command('coins')
    .description(
      "Change the solver's coins on Bitcoin. The worker signs and sends; coins of open payments are never taken. Without --yes only the plan is shown.",
    );
  addShared(coins.command('split'))
    .description('Make coins of one size out of the largest, so that payments run side by side.')
    .requiredOption('--count <n>', 'new coins, 2 to 200', parseCount)
    .requiredOption('--value <satoshi>', 'value of each', parseSatoshi)
    .option(
      '--fee-rate-max <rate>',
      'satoshi a virtual byte (default: twice the rate of now)',
      parseRate,
    )
    .action((flags: SplitFlags) => {
      const { count, value } = flags;
      run(environment, flags, { type: 'split', count, value, ...boundsOf(flags) });
    });
  addShared(coins.command('consolidate'))
    .description('Gather deep coins below a value into one, while fees are low.')
    .requiredOption('--below <satoshi>', 'value that a coin is gathered below', parseSatoshi)
    .requiredOption('--fee-rate-max <rate>', 'satoshi a virtual byte at most', parseRate)
    .action((flags: ConsolidateFlags) => {
      run(environment, flags, { type: 'consolidate', below: flags.below, ...boundsOf(flags) });
    });
}

function addShared(command: Command): Command {
  return command
    .option('--chain <slug>', 'chain of the configuration', 'bitcoin')
    .option('--keep <n>', 'coins that stay for payments side by side', parseCount, keepDefault)
    .option('--yes', 'ask the worker to carry the plan out', false)
    .option(
      '--wait <seconds>',
      'time for the worker to sign, with --yes',
      parseCount,
      waitSecondsDefault,
    )
    .option('--json', 'plan and outcome as JSON', false);
}

function boundsOf({ feeRateMax, keep }: SharedFlags): Pick<CoinChange, 'feeRateMax' | 'keep'> {
  return { feeRateMax, keep };
}

function run(environment: CoinsEnvironment, flags: SharedFlags, change: CoinChange): void {
  environment.run(async () => {
    const { configuration, extensions } = await environment.readSetup();
    const opened = await environment.openDatabase();
    const { settlement } = opened;
    try {
      const planned = await planCoins({
        configuration,
        extensions,
        settlement,
        slug: flags.chain,
        change,
      });
      const show = (asked?: AskedChange): string =>
        flags.json
          ? `${JSON.stringify(changeAsJson(planned, asked))}\n`
          : printChange(planned, asked);
      if (!flags.yes) {
        environment.print(show());
        return 0;
      }
      const asked = await askForChange(settlement, planned, flags.wait);
      environment.print(show(asked));
      return asked.state === 'ended' ? 1 : 0;
    } finally {
      await opened.close();
    }
  });
}

function parseCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

function parseSatoshi(text: string): bigint {
  if (!/^\d{1,16}$/.test(text)) throw new InvalidArgumentError('It is a whole number of satoshi.');
  return BigInt(text);
}

function parseRate(text: string): bigint {
  if (!/^\d{1,9}(?:\.\d{1,3})?$/.test(text))
    throw new InvalidArgumentError('It is satoshi a virtual byte, as in 2.5.');
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(rateDecimals, '0'));
}
