/**
 * Builds the program of the service into `dist`: `bin.js` and `index.js` with the private packages
 * inside, the files that those read (`parts`) and the declarations (`types`, made of what the
 * compiler has written). Packages that others install too stay dependencies.
 */
import { bundleCode } from './bundleCode.js';
import { bundleTypes } from './bundleTypes.js';
import { checkManifest } from './checkManifest.js';
import { copyAssets } from './copyAssets.js';
import { findParts } from './privateParts.js';

const parts = findParts();
const code = await bundleCode(parts);
await copyAssets(parts);
const types = await bundleTypes(parts);
const problems = checkManifest(parts, { code: code.imported, types });
for (const problem of problems) process.stderr.write(`apps/service/package.json: ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
