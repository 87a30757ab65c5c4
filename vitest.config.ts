import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

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
/** Tests that need a process of their own. */
const alone = '**/*.alone.node.test.ts';

/** Kind of tests on real chains and databases; kinds run one after the other. */
interface NodeKind {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly isolate: boolean;
  readonly order: number;
}

function nodeKind({ name, order, ...kind }: NodeKind): TestProjectInlineConfiguration {
  return {
    ...shared,
    test: {
      name,
      include: [...kind.include],
      exclude: [...exclude, lighthouse, ...kind.exclude],
      pool: 'forks',
      isolate: kind.isolate,
      globalSetup: './apps/service/test/globalSetup.ts',
      // More make every wait late, and the run no shorter.
      maxWorkers: availableParallelism(),
      sequence: { groupOrder: order },
      testTimeout: 120_000,
      expect: patience,
      hookTimeout: 120_000,
    },
  };
}

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
      nodeKind({
        name: 'node-light',
        include: ['{packages,packages/service}/*/{src,test}/**/*.node.test.ts'],
        exclude: [alone],
        isolate: false,
        order: 1,
      }),
      nodeKind({
        name: 'node-system',
        include: ['apps/*/{src,test}/**/*.node.test.ts'],
        exclude: [alone],
        isolate: false,
        order: 2,
      }),
      nodeKind({
        name: 'node-alone',
        include: [`{packages,packages/service,apps}/*/{src,test}/${alone}`],
        exclude: [],
        isolate: true,
        order: 3,
      }),
      {
        ...shared,
        test: {
          name: 'lighthouse',
          include: [lighthouse],
          pool: 'forks',
          sequence: { groupOrder: 4 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
