import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** First words of what a failed test says. */
function messageOf(test) {
  const messages = (test.result().errors ?? []).map(({ message }) => message);
  return messages.join('\n').split('\n', 4).join('\n').slice(0, 600);
}

/** Failed tests of a file, and what keeps a file from running. */
function failuresOf(module, file) {
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${file}: ${test.fullName}\n${messageOf(test)}`,
  );
  // Files that cannot be loaded, or whose hooks fail, have no failed test.
  const suites = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  if (tests.length > 0 || (suites.length === 0 && module.ok())) return tests;
  return [`${file}\n${suites.map(({ message }) => message).join('\n')}`];
}

/** Seconds that a file took in its worker: what it imports, its hooks and its tests. */
function secondsOf(module) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  const ms =
    environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return ms / 1_000;
}

/** Writes numbers of a run as JSON into the file that `PORTAGE_TEST_REPORT` names. */
export default class {
  onTestRunEnd(modules, unhandled) {
    const files = modules.map((module) => {
      const file = relative(process.cwd(), module.moduleId);
      const tests = [...module.children.allTests()];
      return {
        file,
        seconds: secondsOf(module),
        passed: tests.filter((test) => test.result().state === 'passed').length,
        assertions: tests.reduce((sum, test) => sum + (test.meta().assertions ?? 0), 0),
        failures: failuresOf(module, file),
      };
    });
    const errors = unhandled.map(({ message, stack }) => `unhandled: ${message}\n${stack ?? ''}`);
    writeFileSync(process.env.PORTAGE_TEST_REPORT, JSON.stringify({ files, errors }));
  }
}
