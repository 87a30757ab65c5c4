export { definePlugin, type Plugin, type PluginSwapSource } from './plugin.js';
export {
  defineVm,
  type ChainEnvironment,
  type ChainOpener,
  type FamilyKeys,
  type Vm,
  type VmDefinition,
} from './vm.js';
