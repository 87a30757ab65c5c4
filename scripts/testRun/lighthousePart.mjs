import { execFileSync } from 'node:child_process';
import { findBase } from '../tryRun/changedFiles.mjs';
import { root } from '../runSteps.mjs';
import { vitestPart } from './vitestPart.mjs';

/** What decides how quick a page is. */
const page = ['apps/web', 'packages/react/src', 'packages/sdk/src', 'packages/client/src'];

/**
 * Whether the page differs from what it was before this change: from where the branch left main, on
 * main from the commit before. Where no commit before is known, it counts as changed.
 */
function isPageChanged() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, stdio: 'pipe' }).toString().trim();
  try {
    const base = findBase();
    const before = base === git('rev-parse', 'HEAD') || base === 'HEAD' ? 'HEAD~1' : base;
    return git('diff', '--name-only', before, '--', ...page) !== '';
  } catch {
    return true;
  }
}

/** Speed of pages where the page changed or the part is asked for; the night measures it always. */
export function lighthousePart(options) {
  const part = vitestPart('lighthouse', options);
  return {
    ...part,
    run: async (names, { isShown, isWhole }) => {
      if (!isWhole || isPageChanged()) return part.run(names, { isShown });
      const text = 'the page is as it was; npm run nightly measures it\n';
      process.stdout.write(text);
      return [{ name: 'lighthouse', passed: 0, failed: 0, failures: [], text, ms: 0 }];
    },
  };
}
