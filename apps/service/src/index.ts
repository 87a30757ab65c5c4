export {
  parseConfiguration,
  readConfiguration,
  type Configuration,
  type ConfigurationInput,
} from './configuration/configuration.js';
export {
  configurationFromDevnet,
  devnetPrices,
  type DevnetConfiguration,
} from './configuration/configurationFromDevnet.js';
export { createLog } from './createLog.js';
export { databaseDir } from './databaseDir.js';
export { parsePort } from './parsePort.js';
export { readVersion } from './readVersion.js';
export type { Role, ServiceOptions } from './serviceOptions.js';
export { startService, type Service } from './startService.js';
export { createServiceDatabase, type ServiceDatabase } from './serviceDatabase.js';
export { serviceMigrations } from './serviceMigrations.js';
