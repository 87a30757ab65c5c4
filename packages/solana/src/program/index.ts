export {
  associatedTokenAddress,
  createAssociatedToken,
  type TokenHolding,
} from './associatedToken.js';
export { closeTokenAccount, type ClosedTokenAccount } from './closeTokenAccount.js';
export { closeMarker, type PaidMarker } from './closeMarker.js';
export { deposit, readDeposit, type Deposit } from './deposit.js';
export {
  depositoryAddresses,
  usedRequestAddress,
  type DepositoryAddresses,
} from './depositoryAddresses.js';
export { readDepositoryConfig, type DepositoryConfig } from './depositoryConfig.js';
export { executeTransfer, type SignedTransferRequest } from './executeTransfer.js';
export { fill, fillMarkerAddress, type Fill } from './fill.js';
export { governDepository, type GovernAction, type GovernOptions } from './governDepository.js';
export { initializeDepository, programDataAddress, type Initialize } from './initialize.js';
export type { ToldInstruction } from './isSameInstruction.js';
export { keyedSwap, type KeyedSwap } from './keyedSwap.js';
export { defineLayout, field, type Layout } from './layout.js';
export {
  availableOutflow,
  openOutflowLimit,
  outflowLimitAddress,
  readOutflowLimit,
  unlimited,
  type LimitPlace,
  type LimitTerms,
  type OutflowLimit,
} from './outflowLimit.js';
export { isProgramAddress, programAddress, type ProgramAddress } from './programAddress.js';
export { programError, programErrors, type ProgramError } from '../errors/programErrors.js';
export { markerMarginSeconds, readMarker, type Marker } from './readMarker.js';
export {
  readProgramEvents,
  type DepositLogged,
  type FillLogged,
  type ProgramEvent,
  type ProgramEvents,
  type TransferLogged,
} from './programEvents.js';
export { payerSwap, readPayerSwap, type PayerSwap, type ReadPayerSwap } from './payerSwap.js';
export { programs } from './programs.js';
export { readSend, send, type ReadSend, type Send, type SendTerms } from './send.js';
export {
  readSwapDeposit,
  swapDeposit,
  type ReadSwapDeposit,
  type SwapDeposit,
} from './swapDeposit.js';
export {
  initializeTestPool,
  readTestPool,
  testPool,
  type TestPool,
  type TestPoolTerms,
} from './testPool.js';
export {
  readTestPoolSwap,
  swapThroughTestPools,
  type ReadTestPoolSwap,
  type TestPoolSwap,
} from './testPoolSwap.js';
export {
  depositoryDomain,
  executeTransferLayout,
  transferDigest,
  type DepositoryOnChain,
  type TransferRequest,
} from './transferRequest.js';
export { readTokenTransfer, tokenTransfer, type TokenTransfer } from './tokenTransfer.js';
export { readWalletSwap, walletSwap, type ReadWalletSwap, type WalletSwap } from './walletSwap.js';
export { syncNative, wrappedSol } from './wrappedSol.js';
export { unwrapSol, wrapSol } from './wrapSol.js';
