/**
 * `npm run fuzz [-- BODIES [SEED [CALLS]]]`: sets up, then sends random bodies around the schema of
 * a quote, and random calls of every endpoint, to a service on a devnet (see apps/local/test/fuzz).
 */
import { runLocalScript } from './runLocalScript.mjs';

process.exitCode = await runLocalScript('fuzz');
