import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { testMsMax, waitMsMax } from './packages/testing/src/wait/patience.js';

/** Settings that choose which files of workspace packages are imported. */
function importing(conditions: string[]): Omit<TestProjectInlineConfiguration, 'test'> {
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    // What sets up a run is loaded in an environment of its own.
    environments: { __vitest__: { resolve: { conditions } } },
  };
}

const sources = importing(['@portage/source']);
/** Whether there is a build, which node loads several times faster than sources. */
const isBuilt = process.env['PORTAGE_TEST_BUILT'] === '1';
/**
 * Built files of packages, which node then loads itself; not those of `@portage/testing`, which
 * would load Vitest a second time, and take the snapshots of the first.
 */
const built = /\/(packages|apps)\/(service\/(facades\/)?)?(?!testing\/)[^/]+\/dist\//;
/** Milliseconds that an awaited state may take on a slow machine; the default is one second. */
const patience = { poll: { timeout: waitMsMax } };
/** Speed of pages, which is measured while nothing else runs. */
const lighthouse = 'apps/local/test/web/lighthouse.node.test.ts';
const exclude = ['**/node_modules/**', '**/dist/**'];
/** Before each file: its draws have a seed. */
const setupFiles = [join(import.meta.dirname, 'scripts/testRun/seedDraws.ts')];
/** Tests that share the system of their worker. */
const world = '**/*.world.node.test.ts';
/** Tests that need a process of their own. */
const alone = '**/*.alone.node.test.ts';

/** Kind of tests on real chains and databases; kinds run one after the other. */
interface NodeKind {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly isolate: boolean;
  readonly order: number;
  readonly environment?: string;
  /** Workers on each core; more make every wait late, and the run no shorter where it computes. */
  readonly workersPerCore?: number;
}

function nodeKind({ name, order, ...kind }: NodeKind): TestProjectInlineConfiguration {
  return {
    ...(isBuilt ? importing([]) : sources),
    test: {
      name,
      server: { deps: { external: isBuilt ? [built] : [] } },
      include: [...kind.include],
      exclude: [...exclude, lighthouse, ...kind.exclude],
      pool: 'forks',
      isolate: kind.isolate,
      environment: kind.environment ?? 'node',
      globalSetup: './apps/service/test/globalSetup.ts',
      maxWorkers: availableParallelism() * (kind.workersPerCore ?? 1),
      sequence: { groupOrder: order },
      setupFiles,
      testTimeout: testMsMax,
      expect: patience,
      hookTimeout: testMsMax,
    },
  };
}

export default defineConfig({
  ...sources,
  test: {
    reporters: ['default'],
    // A worker ends the system that its files shared.
    teardownTimeout: 60_000,
    // Sources that were transformed once stay so for the next run of the quick loop.
    experimental: { fsModuleCache: !isBuilt },
    projects: [
      {
        ...sources,
        test: {
          name: 'unit',
          include: [
            '{packages,packages/service,packages/service/facades,apps}/*/{src,test}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
          exclude: [...exclude, '**/*.node.test.ts'],
          // Modules keep no state, so files may share them: loading them anew takes longer than the
          // tests.
          isolate: false,
          setupFiles,
          // More than a wait takes, so that the wait says itself what did not come.
          testTimeout: testMsMax,
          hookTimeout: testMsMax,
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
        name: 'node-world',
        include: [`apps/*/test/${world}`],
        exclude: [],
        isolate: false,
        order: 2,
        environment: './apps/local/test/world/worldEnvironment.ts',
      }),
      nodeKind({
        name: 'node-system',
        include: ['apps/*/{src,test}/**/*.node.test.ts'],
        exclude: [world, alone],
        isolate: false,
        order: 3,
        // Two thirds of their time they wait for blocks and for processes to start.
        workersPerCore: 2,
      }),
      nodeKind({
        name: 'node-alone',
        include: [`{packages,packages/service,apps}/*/{src,test}/${alone}`],
        exclude: [],
        isolate: true,
        order: 4,
      }),
      {
        ...sources,
        test: {
          name: 'lighthouse',
          include: [lighthouse],
          pool: 'forks',
          sequence: { groupOrder: 5 },
          testTimeout: testMsMax,
          hookTimeout: testMsMax,
          expect: patience,
        },
      },
    ],
  },
});
