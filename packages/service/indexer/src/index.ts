export { createIndexer, type Indexer } from './createIndexer.js';
export { indexerFailpoints, type IndexerOptions } from './context.js';
export { judgeDeposit, type FinalDeposit, type Verdict } from './judgeDeposit.js';
export { judgeFill, type FillFault } from './judgeFill.js';
