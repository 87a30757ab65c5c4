import { defineConfig } from 'vitest/config';

const conditions = ['@portage/source', 'node', 'import', 'default'];

/** Runs the conformance suites over every planted bug; the tests in it are meant to fail. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['**/planted.suite.ts'],
    testTimeout: 1000,
    hookTimeout: 1000,
    reporters: ['json'],
    root: import.meta.dirname,
  },
});
