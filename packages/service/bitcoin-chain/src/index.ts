export type { OwnedCoin } from './coins/coin.js';
export { createSigner, type Signer, type SignerOptions } from './spend/createSigner.js';
