import { join } from 'node:path';
import { forgePart } from './forgePart.mjs';
import { lighthousePart } from './lighthousePart.mjs';
import { scriptPart } from './scriptPart.mjs';
import { smallChecks } from './smallChecks.mjs';
import { vitestPart } from './vitestPart.mjs';

const folder = 'packages/contracts';

/**
 * Lists of parts; reports of what they did are written into the folder `reports`. Two lists of
 * `sideBySide` run side by side, most of them work for one core; the parts of one list, one after
 * the other, because they share what they build. What runs on real chains and databases (`alone`)
 * has the machine to itself.
 */
export function createParts(reports) {
  const variables = { PORTAGE_TEST_BUILT: '1', PORTAGE_PACKED: join(reports, 'packed') };
  return {
    sideBySide: [
      [
        scriptPart('generated', { script: 'generate:check', folder }),
        scriptPart('snapshot', { script: 'snapshot:check', folder }),
        forgePart,
      ],
      [scriptPart('lint')],
      [vitestPart('unit', { reports, variables })],
      [scriptPart('types')],
      [scriptPart('packages', { variables })],
      [scriptPart('unused')],
      [scriptPart('size', { variables })],
      [scriptPart('install-weight', { variables })],
      [scriptPart('format', { script: 'format:check' })],
      [smallChecks],
      [scriptPart('prose')],
      [scriptPart('examples', { variables })],
    ],
    alone: [
      // One process for all kinds of node tests: they take turns as `vitest.config.ts` says.
      vitestPart('node', { projects: ['node*'], reports, variables }),
      lighthousePart({ reports, variables }),
      scriptPart('examples:run', { variables }),
    ],
  };
}
