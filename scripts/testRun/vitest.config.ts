/** The projects of the workspace as `npm test` runs them: with a count of assertions. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.js';

const counting = join(import.meta.dirname, 'countAssertions.ts');

/** Setup files that a project names itself. */
const own = (test: { readonly setupFiles?: string | string[] } = {}): readonly string[] =>
  [test.setupFiles ?? []].flat();

export default defineConfig({
  ...config,
  test: {
    ...config.test,
    projects: (config.test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project
        ? { ...project, test: { ...project.test, setupFiles: [...own(project.test), counting] } }
        : project,
    ),
  },
});
