export { createExchangeApi, type ExchangeApiOptions } from './api/createExchangeApi.js';
export type {
  ExchangeApi,
  HistoryQuery,
  KeyReference,
  SendOutcome,
  TransactionText,
  TransferParties,
} from './api/exchangeApi.js';
export type {
  ExchangeAccount,
  ExchangeApiKey,
  ExchangeBalance,
  ExchangeTransaction,
} from './api/answers.js';
export type { StatusPolicy, TransactionStatus } from './api/statuses.js';
export { findAccount } from './api/findAccount.js';
export {
  createExchangeExecutor,
  type ExchangeExecutorOptions,
} from './executor/createExchangeExecutor.js';
export type {
  ExchangeSigner,
  OwnerAccount,
  OwnerClient,
  OwnerWallet,
  TransferRequest,
  TransferSignatures,
} from './signer/exchangeSigner.js';
export { keySigner, type KeySignerOptions, type ViemKeySignerOptions } from './signer/keySigner.js';
