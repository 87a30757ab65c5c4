/**
 * `npm run rolling [-- --rate 100]`: sets up, then restarts every process of a service under a
 * constant load (see apps/local/test/rolling).
 */
import { runLocalScript } from './runLocalScript.mjs';

process.exitCode = await runLocalScript('rolling');
