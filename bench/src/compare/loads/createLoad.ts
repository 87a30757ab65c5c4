import { fillLoad } from './fillLoad.js';
import { indexLoad } from './indexLoad.js';
import type { Load, LoadName } from './load.js';
import { quoteLoad } from './quoteLoad.js';

const loads: Readonly<Record<LoadName, () => Load>> = {
  quote: quoteLoad,
  fill: fillLoad,
  index: indexLoad,
};

/** Load of a benchmark by its name. */
export function createLoad(name: LoadName): Load {
  return loads[name]();
}
