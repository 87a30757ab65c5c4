export type { BitcoinChainConfig } from './chainConfig.js';
export { readChainConfig } from './readChainConfig.js';
export type { OwnedCoin } from './coins/coin.js';
export { classifySendFailure } from './rpc/classifySendFailure.js';
export { createSpend, type SpendOptions } from './spend/createSpend.js';
export { createVault, type VaultOptions } from './spend/createVault.js';
export { createSpendingKey, type SpendingKey } from './spend/signTransaction.js';
