/** `npm run local -- deploy`: see `docs/going-live.md`. */
import { Command } from 'commander';
import { evmDeaths } from '../test/deploy/deaths.js';
import { isSound, printDeploy } from '../test/deploy/printDeploy.js';
import { runDeploy } from '../test/deploy/runDeploy.js';
import { parseCount } from './parseCount.js';

const options = new Command('npm run local -- deploy')
  .description(
    'Goes the way of an operator from nothing to the first payments on fresh nodes that have the ids of real networks, Solana and a regtest of Bitcoin among them: init, deploy that dies at many points, deploy again, verify, check, a start and smoke along each pair and back. No file is edited by hand.',
  )
  .option(
    '--networks <names>',
    'networks with commas between',
    'ethereum,base,arbitrum,solana,bitcoin',
  )
  .option(
    '--kills <n>',
    'deaths of each deploy, each at another point of its journal',
    parseCount,
    evmDeaths.length,
  )
  .option('--json', 'print one JSON object instead of a table; progress goes to stderr', false)
  .addHelpText('after', '\nExit code: 0 when every step holds, 1 otherwise.')
  .parse()
  .opts<{ networks: string; kills: number; json: boolean }>();

const steps = await runDeploy({
  networks: options.networks.split(','),
  kills: options.kills,
  // Each command and each step has a limit of its own.
  signal: new AbortController().signal,
  note: (text) => process.stderr.write(`${text}\n`),
});
process.stdout.write(
  options.json ? `${JSON.stringify({ isSound: isSound(steps), steps })}\n` : printDeploy(steps),
);
process.exitCode = isSound(steps) ? 0 : 1;
