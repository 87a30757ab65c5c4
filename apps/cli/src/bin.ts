#!/usr/bin/env node
import { runCli } from './runCli.js';

const interrupt = new AbortController();
// A reader such as `head` may close the pipe early. A command that has begun still runs to its end.
process.stdout.on('error', () => undefined);
// The first Ctrl-C stops in order; a second one finds no handler and ends the process at once.
process.once('SIGINT', () => {
  interrupt.abort(new Error('Ctrl-C'));
});

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupt.signal,
});
