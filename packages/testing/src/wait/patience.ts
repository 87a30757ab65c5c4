/** Environment variable that multiplies every wait of a test: `3` on a machine a third as fast. */
export const patienceVariable = 'PORTAGE_TEST_PATIENCE';

/**
 * Reads by how much the waits of tests are longer than usual.
 *
 * @param environment Variables of the process; one where the variable is absent or empty.
 * @throws Error where the variable is no positive number, so that a typing error is seen at once.
 * @example
 * ```ts
 * readPatience({ PORTAGE_TEST_PATIENCE: '3' }); // 3
 * ```
 */
export function readPatience(environment: Readonly<Record<string, string | undefined>>): number {
  const value = environment[patienceVariable];
  if (value === undefined || value === '') return 1;
  const factor = Number(value);
  if (Number.isFinite(factor) && factor > 0) return factor;
  throw new Error(`${patienceVariable} is a positive number such as 3, not '${value}'`);
}

const patience = readPatience(process.env);

/** Milliseconds that a test waits for a state: far longer than a slow machine needs. */
export const waitMsMax: number = 120_000 * patience;

/**
 * Milliseconds of a whole test or of what prepares it. They are more than `waitMsMax`, so that a
 * wait says itself what it waited for.
 */
export const testMsMax: number = 300_000 * patience;

/** Milliseconds after which a world of which nothing moves is taken to stand still. */
export const stillMsMax: number = 30_000 * patience;
