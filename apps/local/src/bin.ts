#!/usr/bin/env node
import { describeError } from '@portage/core';
import { demonstrations } from './demonstrations/index.js';
import { readOptions } from './options.js';
import { createReport } from './report.js';
import { runLocal } from './runLocal.js';
import { findStarter } from './starter.js';

const options = readOptions(process.argv.slice(2));
const report = createReport({ json: options.json });
const abort = new AbortController();
// A reader such as `head` may close the pipe early. Then no reader is left.
process.stdout.on('error', () => {
  abort.abort();
});

if (options.list) {
  for (const { name, title } of demonstrations) {
    process.stdout.write(
      options.json ? `${JSON.stringify({ name, title })}\n` : `${name.padEnd(28)} ${title}\n`,
    );
  }
} else {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      abort.abort();
    });
  }
  try {
    process.exitCode = await runLocal(options, {
      report,
      signal: abort.signal,
      starter: findStarter(),
    });
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  }
}
