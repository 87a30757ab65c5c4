export { depository, native, tallyCodec } from '../codec.js';
export {
  createTallyExecutor,
  type TallyExecutorOptions,
  type TallyWallet,
} from './createTallyExecutor.js';
export { tallyItemSchema, type TallyItem } from './item.js';
