import type { Command } from 'commander';
import type { Configuration } from '../configuration/configuration.js';
import type { Extensions } from '../prepareChains.js';
import { planFund } from './planFund.js';
import { fundAsJson, printFund } from './printFund.js';
import { readFloats } from './readFloats.js';

/** Surroundings of the command. */
export interface FundEnvironment {
  readonly readSetup: () => Promise<{
    readonly configuration: Configuration;
    readonly extensions: Extensions;
  }>;
  readonly print: (text: string) => void;
  /** Takes the work of the command where it was named; it returns an exit code. */
  readonly run: (work: () => Promise<number>) => void;
}

/** Adds `fund`. */
export function addFundCommand(program: Command, environment: FundEnvironment): void {
  program
    .command('fund')
    .description(
      'Say what the solver should have of each currency, what it has, and what to send where. A currency should be as much as the largest order, or the target of policy.rebalancing. Sends nothing. Exit code 1: something lacks, or a price is not known.',
    )
    .option('--json', 'rows as JSON', false)
    .action(({ json }: { readonly json: boolean }) => {
      environment.run(async () => {
        const { configuration, extensions } = await environment.readSetup();
        const { priced, unpriced } = await readFloats(configuration, extensions);
        const lines = planFund(priced);
        const text = json
          ? `${JSON.stringify(fundAsJson(lines, unpriced))}\n`
          : printFund(lines, unpriced);
        environment.print(text);
        return unpriced.length > 0 || lines.some(({ missing }) => missing > 0n) ? 1 : 0;
      });
    });
}
