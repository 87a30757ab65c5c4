import { describe, afterAll, beforeAll, test } from 'vitest';

/** One promise of a contract, and the assertions that show it kept. */
export interface Check<Fixture> {
  /** The promise as a sentence; the name of the test. */
  readonly name: string;
  /** @throws AssertionError where the promise is broken */
  readonly run: (fixture: Fixture) => void | Promise<void>;
}

/** Fixture that is closed after the tests. */
interface Closing {
  readonly close: () => Promise<void>;
}

/** Declares a test for each promise, over one fixture. */
export function testChecks<Fixture extends Closing>(
  title: string,
  make: () => Promise<Fixture>,
  checks: readonly Check<Fixture>[],
): void {
  describe(title, () => {
    let fixture: Fixture;
    beforeAll(async () => {
      fixture = await make();
    });
    afterAll(async () => {
      await fixture.close();
    });
    for (const { name, run } of checks)
      test(name, async () => {
        await run(fixture);
      });
  });
}
