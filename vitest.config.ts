import { defineConfig } from 'vitest/config';

const conditions = ['@portage/source'];
// What sets up a run is loaded in an environment of its own.
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  environments: { __vitest__: { resolve: { conditions } } },
};
/** Milliseconds that an awaited state may take on a busy machine; the default is one second. */
const patience = { poll: { timeout: 20_000 } };
/** Speed of pages, which is measured while nothing else runs. */
const lighthouse = 'apps/local/test/web/lighthouse.node.test.ts';
const exclude = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  ...shared,
  test: {
    reporters: ['default'],
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: [
            '{packages,packages/service,apps}/*/{src,test}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
          exclude: [...exclude, '**/*.node.test.ts'],
          // Modules keep no state, so files may share them: loading them anew takes longer than the
          // tests.
          isolate: false,
          // Some count to ten thousand; a busy machine takes its time.
          testTimeout: 60_000,
          expect: patience,
        },
      },
      {
        ...shared,
        test: {
          name: 'node',
          include: ['{packages,packages/service,apps}/*/{src,test}/**/*.node.test.ts'],
          exclude: [...exclude, lighthouse],
          pool: 'forks',
          globalSetup: './apps/service/test/globalSetup.ts',
          // Most of the time they wait for blocks.
          maxWorkers: 4,
          testTimeout: 120_000,
          expect: patience,
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'lighthouse',
          include: [lighthouse],
          pool: 'forks',
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
