/**
 * The fixed loop, as a process of its own so that it starts uncompiled each time. Prints its CPU
 * seconds with those of the database. Whoever changes the work measures `bench/base.json` anew.
 */
import { readFileSync } from 'node:fs';
import { treeCpuSeconds } from '../calibration.mjs';
import { runScript } from './script.mjs';
import { runSql } from './sql.mjs';

runScript();
await runSql(readFileSync(new URL('loop.sql', import.meta.url), 'utf8'));
process.stdout.write(`${JSON.stringify({ cpuSeconds: treeCpuSeconds() })}\n`);
