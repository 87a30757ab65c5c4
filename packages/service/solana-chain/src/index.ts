export { solana } from './solana.js';
export type { SolanaChainConfig } from './chainConfig.js';
export {
  deployBuffer,
  initializeBuffer,
  makeSeeded,
  nameUpgradeAuthority,
  programAccountBytes,
  programHeaderBytes,
  bufferHeaderBytes,
  seededAddress,
  writeBuffer,
  type Chunk,
} from './deploy/loader.js';
export {
  openCluster,
  type Cluster,
  type SentFate,
  type SignedBytes,
} from './deploy/openCluster.js';
export { readBuffer, readLoaded, type LoadedProgram } from './deploy/readLoaded.js';
export type { AccountState } from './rpc/accounts.js';
export { createKey, type Key } from './spend/createKey.js';
