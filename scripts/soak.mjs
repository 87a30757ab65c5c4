/**
 * `npm run soak [-- --orders 200 --reorgs --kills --liar]`: sets up, then makes orders on a devnet
 * under faults and checks how they ended (see apps/local/test/soak).
 */
import { runLocalScript } from './runLocalScript.mjs';

process.exitCode = await runLocalScript('soak');
