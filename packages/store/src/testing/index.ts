export { createTestDatabases, testServerKinds, type TestDatabases, type TestServerKind } from './createTestDatabases.js';
