export {
  bitcoinDevnetChain,
  createDevnet,
  devnetChains,
  exchangeDevnetChain,
  type ChainOption,
  type Devnet,
  type DevnetOptions,
} from './createDevnet.js';
export { devnetPrices } from './describeService.js';
export { publicSecrets } from './publicSecrets.js';
export {
  bitcoinChain,
  descriptionPath,
  devnetChainSchema,
  devnetDescriptionSchema,
  evmChain,
  exchangeChain,
  readDescription,
  solanaChain,
  type BitcoinDevnetChain,
  type DevnetChain,
  type DevnetDescription,
  type DevnetPool,
  type EvmDevnetChain,
  type ExchangeDevnetChain,
  type SolanaDevnetChain,
} from './description.js';
export type {
  BitcoinControls,
  BitcoinReorg,
  BitcoinReorgOptions,
} from './bitcoin/control/createBitcoinControls.js';
export type {
  ExchangeControls,
  ExchangeFailure,
  ExchangeFaults,
} from './exchange/control/createExchangeControls.js';
export type { ExchangeSettings } from './exchange/openExchangeChain.js';
export type { BitcoinSettings } from './bitcoin/openBitcoinChain.js';
export type { DevnetAccount, Role } from './contracts/deriveAccounts.js';
export { testMnemonic } from './keys/testMnemonic.js';
export type { Controls, ReorgTransaction } from './control/createControls.js';
export type { FaucetAmounts } from './faucetAmounts.js';
export { choosePort } from './node/choosePort.js';
export type { NodeClient } from './node/connect.js';
export type { DevnetVm } from './openChain.js';
export { printDevnet } from './printDevnet.js';
export type { Fork, ForkOptions, SolanaControls } from './solana/control/createSolanaControls.js';
export type { SolanaSettings } from './solana/openSolanaChain.js';
export { withDearGas, type DearGas } from './withDearGas.js';
