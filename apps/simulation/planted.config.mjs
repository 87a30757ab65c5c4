import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '../..');
const { module, mutations, suite } = JSON.parse(process.env.PORTAGE_PLANTED);
const conditions = ['@portage/source'];
const resolve = { conditions };

/** Loads one module with the mistake of `PORTAGE_PLANTED`, and runs one suite over it. */
export default defineConfig({
  root,
  resolve,
  ssr: { resolve },
  environments: { __vitest__: { resolve } },
  plugins: [
    {
      name: 'planted',
      enforce: 'pre',
      transform(code, id) {
        if (id.split('?')[0] !== join(root, module)) return undefined;
        return mutations.reduce((text, { find, replace }) => {
          if (text.split(find).length !== 2) throw new Error(`"${find}" is not there once.`);
          return text.replace(find, () => replace);
        }, code);
      },
    },
  ],
  test: {
    include: [suite],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['json'],
    ...(suite.endsWith('.node.test.ts')
      ? { globalSetup: join(root, 'apps/service/test/globalSetup.ts') }
      : {}),
  },
});
