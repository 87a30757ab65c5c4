export {
  byteaArray,
  float8Array,
  int4Array,
  int8Array,
  numericArray,
  textArray,
} from './arrays/binaryArray.js';
export { lockDirectory, type Unlock } from './embedded/lockDirectory.js';
export { runningServerUrl } from './embedded/runningServerUrl.js';
export type { CommitTimes } from './transaction/createCommitTimes.js';
export { withinSeconds } from './durability/withinSeconds.js';
export { createGroupCommit, type GroupCommit } from './groupCommit.js';
export type { Lease, Leases } from './leases/createLeases.js';
export { untilRenewal } from './leases/untilRenewal.js';
export { migrate, readPendingMigrations, type MigrationSource } from './migrations/migrate.js';
export { createWakeup, type Wakeup } from './notifications/createWakeup.js';
export { openDatabase, type Database, type DatabaseOptions } from './openDatabase.js';
export type { Log } from './pool/createPool.js';
export { codeOf, translateError } from './pool/translateError.js';
export type { Queryable, Statement, Transaction } from './transaction/runTransaction.js';
