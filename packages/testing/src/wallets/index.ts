export {
  batchingWallet,
  type BatchingWallet,
  type BatchingWalletOptions,
} from './batchingWallet.js';
export { poisonedWallet, type Poison } from './poisonedWallet.js';
export { replacingWallet, type ReplacingWallet } from './replacingWallet.js';
export type { RpcQuestion, RpcRequest, RpcTransaction } from './rpcRequest.js';
export { signatureAs, signingAs, type SignatureForm } from './signatureForms.js';
