export {
  createExchangeApi,
  createExchangeExecutor,
  findAccount,
  keySigner,
  type ExchangeAccount,
  type ExchangeApi,
  type ExchangeApiOptions,
  type ExchangeExecutorOptions,
  type ExchangeSigner,
  type KeySignerOptions,
  type OwnerWallet,
  type TransferRequest,
  type TransferSignatures,
} from '@portage/exchange';
export { exchangeCodec } from '@portage/exchange/codec';
