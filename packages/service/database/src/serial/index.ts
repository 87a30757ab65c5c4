export type { SentStatement } from './createSerialClient.js';
export type { ProcessDatabase, StatementFault, StatementFaults } from './openProcess.js';
export {
  openSerialDatabase,
  type SerialDatabase,
  type SerialDatabaseOptions,
} from './openSerialDatabase.js';
