import { z } from 'zod';
import { pause } from '../soak/startLiars.js';

/** Milliseconds between two looks. */
const lookMs = 5_000;

const healthSchema = z.object({
  chains: z.array(
    z.object({ slug: z.string(), status: z.string(), reason: z.string().optional() }),
  ),
});

/** Options of {@link watchHalts}. */
export interface HaltWatchOptions {
  readonly url: string;
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Notes each chain that the service halts until the signal aborts. None of the faults is a reason
 * for one, and orders to a halted chain never end: each halt has to be reported.
 *
 * @returns sentences, one for each chain that was halted
 */
export async function watchHalts({
  url,
  note,
  signal,
}: HaltWatchOptions): Promise<readonly string[]> {
  const halts = new Map<string, string>();
  while (!signal.aborted) {
    for (const { slug, status, reason = '' } of await readChains(url)) {
      if (status !== 'halted' || halts.has(slug)) continue;
      halts.set(slug, `${slug} is halted: ${reason}`);
      note(`${slug} is halted: ${reason}`);
    }
    await pause(lookMs, signal);
  }
  return [...halts.values()];
}

/** Chains as the service tells them; none while it does not answer. */
async function readChains(url: string): Promise<z.infer<typeof healthSchema>['chains']> {
  try {
    const answer = await fetch(`${url}/health`);
    return healthSchema.parse(await answer.json()).chains;
  } catch {
    return [];
  }
}
