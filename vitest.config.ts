import { defineConfig } from 'vitest/config';

const conditions = ['@portage/source'];
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } };
const exclude = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  ...shared,
  test: {
    reporters: ['default'],
    projects: [
      {
        ...shared,
        test: { name: 'unit', include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'], exclude: [...exclude, '**/*.node.test.ts'] },
      },
      {
        ...shared,
        test: {
          name: 'node',
          include: ['{packages,apps}/*/{src,test}/**/*.node.test.ts'],
          exclude,
          pool: 'forks',
          globalSetup: './packages/store/test/globalSetup.ts',
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
