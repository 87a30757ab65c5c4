import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const said = z.object({ url: z.string(), startedAt: z.number() });

/** Nodes of fake chains, a process of its own so that its CPU time is not that of the service. */
export interface FakeNodes {
  /** URL of the node of a chain, by the chain's index. */
  url(index: number): string;
  /** Milliseconds since 1970 at which the chains began. */
  readonly startedAt: number;
  close(): Promise<void>;
}

/**
 * Starts a node for each chain, with the contracts of another node.
 *
 * @param blockMs - milliseconds between two blocks of each chain
 */
export async function startFakeNodes(
  blockMs: readonly number[],
  { firstId, nodeUrl }: { readonly firstId: number; readonly nodeUrl: string },
): Promise<FakeNodes> {
  const program = join(import.meta.dirname, 'fakeNodes.ts');
  const child = spawn(
    process.execPath,
    [
      '--import',
      import.meta.resolve('tsx'),
      program,
      String(firstId),
      nodeUrl,
      ...blockMs.map(String),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'close');
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => undefined),
  ]);
  if (first === undefined) throw new Error('The fake nodes did not start.');
  const { url, startedAt } = said.parse(JSON.parse(String(first[0])));
  return {
    url: (index) => `${url}/${String(index)}`,
    startedAt,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
