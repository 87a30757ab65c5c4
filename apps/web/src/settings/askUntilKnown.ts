/** Milliseconds between two questions to a service that does not answer. */
const againMs = 2_000;

/**
 * Asks until there is an answer: a page that is open while its service is away begins by itself
 * when that is back. An answer below 500 counts; the caller reads it.
 */
export async function askUntilKnown(
  ask: () => Promise<Response>,
  waitMs: number = againMs,
): Promise<Response> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && answer.status < 500) return answer;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
