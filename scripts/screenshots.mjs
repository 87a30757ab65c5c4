/**
 * `npm run screenshots [-- DIR]`: sets up, then takes pictures of every page of the app (see
 * apps/local/scripts/screenshots.ts).
 */
import { runLocalScript } from './runLocalScript.mjs';

process.exitCode = await runLocalScript('screenshots');
