export { createAudits, type Planted } from './createAudits.js';
export {
  createTestDatabases,
  type TestDatabases,
  type TestDatabasesOptions,
} from './createTestDatabases.js';
export { startCrashableServer, type CrashableServer } from './startCrashableServer.js';
export {
  isSharingTestServers,
  shareTestServers,
  testServerKinds,
  type TestServerKind,
} from './testServers.js';
export { describeSchema } from '../migrations/describeSchema.js';
export { migrationFaults } from '../migrations/migrationFaults.js';
