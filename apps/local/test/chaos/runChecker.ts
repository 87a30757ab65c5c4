import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quote } from '@portage/core';
import type { Devnet } from '@portage/devnet';
import { z } from 'zod';
import { commandOf } from '../../../../scripts/commandOf.js';

const reportSchema = z.object({
  orders: z.number(),
  flows: z.object({ deposit: z.number(), fill: z.number(), refund: z.number() }),
  unpaid: z.array(z.string()),
  faults: z.array(z.string()),
});

/** Report of the independent checker. */
export type CheckerReport = z.infer<typeof reportSchema>;

/** Input of the checker. */
export interface CheckerInput {
  /** Quotes as the service answered them. */
  readonly quotes: readonly Quote[];
  readonly devnet: Devnet;
  readonly databaseUrl: string;
}

/** Runs the checker as a process of its own, on what payers saw and on the chains. */
export async function runChecker({
  quotes,
  devnet,
  databaseUrl,
}: CheckerInput): Promise<CheckerReport> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-checker-'));
  try {
    const [orders, chains] = [join(directory, 'orders.jsonl'), join(directory, 'chains.json')];
    await writeFile(orders, quotes.map((quote) => `${JSON.stringify(quote)}\n`).join(''));
    const solver = devnet.description.roles.solver.address;
    const listed = Object.values(devnet.description.chains).map((chain) => ({ ...chain, solver }));
    await writeFile(chains, JSON.stringify(listed));
    const args = ['--orders', orders, '--chains', chains, '--database', databaseUrl, '--json'];
    return reportSchema.parse(JSON.parse(await run([...commandOf('apps/checker'), ...args])));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Output of a program, whose exit code only tells what the output says. */
function run(command: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`The checker said nothing: ${error?.message ?? stderr}`));
      else resolve(stdout);
    });
  });
}
