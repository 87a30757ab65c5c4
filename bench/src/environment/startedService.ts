import type { PinnedProcess } from '../measure/pinnedProcess.js';

/** Bound for a machine that does much else; a service that ends is noticed at once. */
const healthyMsMax = 300_000;

/** Waits until a service answers that it is healthy; rejects when it ends before that. */
export async function startedService(service: PinnedProcess, url: string): Promise<void> {
  await Promise.race([untilHealthy(url), ended(service)]);
}

/** Rejects when the service ends, because one that ends while it starts never becomes healthy. */
async function ended(service: PinnedProcess): Promise<never> {
  throw new Error(`The service ended: ${(await service.finished).slice(0, 500)}`);
}

async function untilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + healthyMsMax;
  for (;;) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok === true) return;
    if (Date.now() > deadline)
      throw new Error(`The service at ${url} did not become healthy within five minutes.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
