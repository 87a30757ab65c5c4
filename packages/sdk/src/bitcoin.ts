export {
  createBitcoinExecutor,
  keyWallet,
  readPrivateKey,
  satsConnectWallet,
  unisatWallet,
  type BitcoinExecutorOptions,
  type BitcoinWallet,
  type KeyAddressKind,
  type SatsConnectOptions,
  type SatsConnectParameters,
  type SatsConnectRequest,
  type SigningRequest,
  type UnisatInput,
  type UnisatProvider,
  type UnisatSignOptions,
} from '@portage/bitcoin';
export { bitcoinCodec, createBitcoinCodec, type BitcoinNetwork } from '@portage/bitcoin/codec';
