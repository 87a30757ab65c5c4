import { readFileSync } from 'node:fs';
import { nodeConfigurationSchema } from './nodeConfiguration.js';
import { runNode } from './runNode.js';

// The parent holds the other end. When the parent ends for any reason, this process ends too.
process.stdin.resume().on('close', () => process.exit());

const configuration = nodeConfigurationSchema.parse(
  JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')),
);
process.stdout.write(`${JSON.stringify(await runNode(configuration))}\n`);
