export {
  parseConfiguration,
  readConfiguration,
  type ChainConfiguration,
  type Configuration,
  type ConfigurationInput,
} from './configuration/configuration.js';
export { readDevnet, type DevnetConfiguration } from './configuration/readDevnet.js';
export { createLog } from './createLog.js';
export { databaseDir } from './databaseDir.js';
export type { Keys } from './keys.js';
export { loadPlugins, type LoadedPlugin } from './loadPlugins.js';
export { openChains, type OpenChainsOptions } from './openChains.js';
export { parsePort } from './parsePort.js';
export { prepareChains, type Extensions, type PreparedChain } from './prepareChains.js';
export { readVersion } from './readVersion.js';
export type { Role, ServiceOptions } from './serviceOptions.js';
export { startService, type Service } from './startService.js';
export { createServiceDatabase, type ServiceDatabase } from './serviceDatabase.js';
export { orderKeyOf } from './orderKey.js';
export { builtinVms } from './vms.js';
export { serviceMigrations } from './serviceMigrations.js';
