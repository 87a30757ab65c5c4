export { createTestDatabases, type TestDatabases } from './createTestDatabases.js';
export { testServerKinds, type TestServerKind } from './testServers.js';
