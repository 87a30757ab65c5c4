/** Writes `src/module.ts`: the assembled module as text, and the addresses in its memory. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeModule } from './describeModule.js';

writeFileSync(join(import.meta.dirname, '../src/module.ts'), describeModule());
