#!/usr/bin/env node
import { runCli } from './runCli.js';

const interrupt = new AbortController();
// A reader such as `head` may close the pipe early, or a disk may be full. The rest has no reader,
// so the command stops in order, as for Ctrl-C.
process.stdout.on('error', (error) => {
  interrupt.abort(error);
});
process.stderr.on('error', () => undefined);
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
