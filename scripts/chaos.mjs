/**
 * `npm run chaos [-- --minutes 20 --seed 1 --json]`: sets up, then makes orders on real processes
 * while everything that can fail does (see apps/local/test/chaos).
 */
import { runLocalScript } from './runLocalScript.mjs';

process.exitCode = await runLocalScript('chaos');
