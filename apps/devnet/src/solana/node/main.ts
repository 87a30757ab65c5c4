import { readFileSync } from 'node:fs';
import { exitWithoutVm, nodeConfigurationSchema } from './nodeConfiguration.js';

// The parent holds the other end. When the parent ends for any reason, this process ends too.
process.stdin.resume().on('close', () => process.exit());

const configuration = nodeConfigurationSchema.parse(
  JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')),
);
const node = await import('./runNode.js').catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(exitWithoutVm);
});
const ready = await node.runNode(configuration);
process.stdout.write(`${JSON.stringify(ready)}\n`);
