import type { StressOptions } from './options.mjs';
export declare function nodeTests(
  options: Pick<StressOptions, 'names' | 'systems' | 'changed' | 'shard'>,
): readonly string[];
