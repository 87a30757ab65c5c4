/**
 * `npm run idle [-- --seconds 60]`: sets up, then sees what two idle workers log (see
 * apps/local/test/idle).
 */
import { runLocalScript } from './runLocalScript.mjs';

process.exitCode = await runLocalScript('idle');
