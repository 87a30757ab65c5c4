export { createIndexer, type Indexer } from './createIndexer.js';
export { indexerFailpoints, type IndexerOptions } from './context.js';
export { followLease, followPrefix } from './followAlone.js';
