/** `npm run local -- networks`: see `docs/operations.md`. */
import { Command, InvalidArgumentError } from 'commander';
import { judgeCase, printNetworks, type JudgedCase } from '../test/networks/judgeNetworks.js';
import { networkCases } from '../test/networks/networkCases.js';
import { runCase } from '../test/networks/runCase.js';

/** Reads names of cases, separated by commas. */
function parseNames(text: string): readonly string[] {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.filter((name) => networkCases.every((each) => each.name !== name));
  if (names.length === 0 || unknown.length > 0)
    throw new InvalidArgumentError(`There is no case ${unknown.join(', ')}; --list names them.`);
  return names;
}

const options = new Command('npm run local -- networks')
  .description(
    'Makes a transfer on a devnet for each rule and refusal of public networks and their hosts: nodes that keep a floor of fees, take few calls or blocks at once, want to be asked less, are behind, or lack a method. The chains behind them are real. Each transfer has to end in a fill within two blocks, or in a refusal with a name, and none is called submitted before a node has it.',
  )
  .option('--only <cases>', 'run only these cases, separated by commas', parseNames)
  .option('--list', 'print the cases with their sources, and run none', false)
  .option('--json', 'print one JSON object instead of a table; progress goes to stderr', false)
  .addHelpText(
    'after',
    '\nExit code: 0 when every case ended as it has to, 1 otherwise.\n\nExample:\n  npm run local -- networks --only polygon-tip,logs-500 --json',
  )
  .parse()
  .opts<{ only?: readonly string[]; list: boolean; json: boolean }>();

const chosen = networkCases.filter(({ name }) => options.only?.includes(name) ?? true);
if (options.list)
  process.stdout.write(
    chosen.map(({ name, rule, source }) => `${name.padEnd(24)} ${rule}; ${source}\n`).join(''),
  );
else {
  const judged: JudgedCase[] = [];
  for (const each of chosen) {
    const found = judgeCase(each, await runCase(each));
    judged.push(found);
    process.stderr.write(
      `${each.name}: ${found.ended}, ${String(found.seconds)} s${found.faults.map((fault) => ` – ${fault}`).join('')}\n`,
    );
  }
  const isSound = judged.every(({ faults }) => faults.length === 0);
  process.stdout.write(
    options.json ? `${JSON.stringify({ cases: judged, isSound })}\n` : printNetworks(judged),
  );
  process.exitCode = isSound ? 0 : 1;
}
