import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDevnet } from '../../apps/devnet/src/createDevnet.js';
import { runProgram } from './runProgram.js';

/** Lines of both sides of a family at most, comments included. */
const linesMax = 300;

/**
 * Builds the family, runs its conformance suites, and has its own service pay out of it and into
 * it. Resolves with a fault, if there is one.
 */
export async function checkFamily(project: string): Promise<string | undefined> {
  const sources = join(project, 'src');
  const lines = readdirSync(sources)
    .map((name) => readFileSync(join(sources, name), 'utf8').trimEnd().split('\n').length)
    .reduce((sum, each) => sum + each, 0);
  process.stdout.write(`  ${String(lines)} lines, ${String(linesMax)} at most\n`);
  if (lines >= linesMax) return `has ${String(lines)} lines`;
  // The service of the family pays with the devnet's keys, which no other one may use meanwhile.
  const devnet = await createDevnet({
    chains: [{ id: 8453, slug: 'base', name: 'Base' }],
    ports: [0],
    controlPort: 0,
    blockTimeSeconds: 0.5,
  });
  try {
    const env = { DEVNET_FILE: devnet.file };
    return await runProgram(project, { args: [], env, prints: /^ *Test Files +2 passed \(2\)$/m });
  } finally {
    await devnet.close();
  }
}
