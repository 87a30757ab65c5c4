import { generators } from '../generators/index.js';
import { checkAnchors } from './anchors.js';
import type { Check } from './check.js';
import { checkDocs } from './docs.js';
import { checkFolders } from './folders.js';
import { checkGenerated } from './generatedFiles.js';
import { checkLayers } from './layers.js';
import { checkWidth } from './width.js';
import { checkWords } from './words.js';

/** Small checks by their names; all together they take less than what starts any of them alone. */
export const checks: Readonly<Record<string, readonly Check[]>> = {
  layers: [checkLayers, checkFolders],
  words: [checkWords],
  width: [checkWidth],
  docs: [checkDocs],
  anchors: [checkAnchors],
  ...Object.fromEntries(
    Object.entries(generators).map(([name, generator]) => [
      name,
      [checkGenerated(name, generator)],
    ]),
  ),
};
