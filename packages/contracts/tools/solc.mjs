#!/usr/bin/env node
// Speaks the part of solc's command line that forge uses, on top of the compiler from npm.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const solc = createRequire(import.meta.url)('solc');

if (process.argv.includes('--version')) {
  process.stdout.write(
    `solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`,
  );
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
}
