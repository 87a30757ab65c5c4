import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Devnet } from '@portage/devnet';

/** Running system that the commands talk to. */
export interface NextCommandsOptions {
  readonly serviceUrl: string;
  readonly devnet: Pick<Devnet, 'description' | 'file'>;
  /** Index of a funded account that nothing else uses. */
  readonly account: number;
}

/** Commands to try next, as they are typed: a quote by curl, and a swap by the command line. */
export function nextCommands(options: NextCommandsOptions): readonly string[] {
  const { serviceUrl, devnet, account } = options;
  const user = devnet.description.accounts[account]?.address;
  const request = { user, originChainId: 8453, destinationChainId: 10, amount: `${10 ** 17}` };
  const cli = relative('', fileURLToPath(new URL('../../cli/bin.mjs', import.meta.url)));
  return [
    `curl -s ${serviceUrl}/quote/v2 -H 'content-type: application/json' -d '${JSON.stringify(request)}'`,
    `node ${cli} --devnet ${relative('', devnet.file)} swap --amount 0.1 --from eth@base --to usdc@optimism --account ${account} --min-out 100 --yes`,
  ];
}
