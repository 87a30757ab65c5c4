/**
 * `npm run fuzz [-- BODIES [SEED]]`: sets up, then sends random bodies around the schema of a quote
 * to a service on a devnet (see apps/local/test/fuzz).
 */
import { runLocalScript } from './runLocalScript.mjs';

process.exitCode = await runLocalScript('fuzz');
