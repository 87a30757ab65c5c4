export {
  createBitcoinExecutor,
  type BitcoinExecutorOptions,
} from './executor/createBitcoinExecutor.js';
export type { BitcoinWallet, SigningRequest } from './wallet/bitcoinWallet.js';
export { keyWallet, type KeyAddressKind } from './wallet/keyWallet.js';
export { readPrivateKey } from './wallet/readPrivateKey.js';
export {
  satsConnectWallet,
  type SatsConnectOptions,
  type SatsConnectParameters,
  type SatsConnectRequest,
} from './wallet/satsConnectWallet.js';
export {
  unisatWallet,
  type UnisatInput,
  type UnisatProvider,
  type UnisatSignOptions,
} from './wallet/unisatWallet.js';
