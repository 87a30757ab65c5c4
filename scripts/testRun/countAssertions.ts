/** Keeps beside each test how often it called `expect`; the reporter adds the numbers up. */
import { afterEach, expect } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Calls of `expect` that the test made. */
    assertions?: number;
  }
}

afterEach(({ task }) => {
  task.meta.assertions = expect.getState().assertionCalls;
});
