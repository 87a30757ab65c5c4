export {
  reclaim,
  type Reclaim,
  type ReclaimableDeposit,
  type ReclaimOptions,
  type ReclaimProgress,
} from './reclaim.js';
