export { executeWithdrawal, type SignedWithdrawal } from './actions/executeWithdrawal.js';
export {
  getWithdrawalBalances,
  type BalancesOwner,
  type WithdrawalBalances,
} from './actions/getWithdrawalBalances.js';
export {
  getWithdrawalStatus,
  isWithdrawalOver,
  type WithdrawalStatus,
} from './actions/getWithdrawalStatus.js';
export {
  prepareWithdrawal,
  type PrepareWithdrawalOptions,
  type WithdrawalOptions,
} from './actions/prepareWithdrawal.js';
export type { FeeBound } from './actions/readAddedTerms.js';
export { signWithdrawal, type SignWithdrawalOptions } from './actions/signWithdrawal.js';
export {
  withdraw,
  type EndedWithdrawal,
  type WithdrawalProgress,
  type WithdrawOptions,
} from './actions/withdraw.js';
export { withdrawals, type WithdrawalActions } from './actions/withdrawals.js';
export {
  claimAppFees,
  type ClaimAppFeesOptions,
  type ClaimProgress,
  type EndedClaim,
} from './actions/claimAppFees.js';
export { claimDigest } from './claimDigest.js';
export type { ClaimMessage, ClaimTerms } from './claimMessage.js';
export { appFeeClaims, type AppFeeClaimActions } from './actions/appFeeClaims.js';
export {
  getAppFeeClaims,
  type AppFeeClaim,
  type AppFeeClaimsPage,
  type GetAppFeeClaimsOptions,
} from './actions/getAppFeeClaims.js';
export { prepareAppFeeClaim, type PreparedAppFeeClaim } from './actions/prepareAppFeeClaim.js';
export { canonicalJson } from './canonicalJson.js';
export type { ChainName, ChainTransport } from './findChain.js';
export { withdrawalDigest } from './withdrawalDigest.js';
export type { WithdrawalMessage } from './withdrawalMessage.js';
export type { WithdrawalTerms } from './withdrawalTerms.js';
