export { defineInstantVm } from './defineInstantVm.js';
export type {
  InstantFamily,
  InstantNode,
  InstantSigner,
  NodeAccount,
  NodeBlock,
  NodeQuestion,
  NodeStatus,
  NodeTransaction,
  TransactionDraft,
} from './instantFamily.js';
