export { kitWallet, type KitMessage, type KitSigner, type KitTransaction } from './kitWallet.js';
export {
  standardWallet,
  type StandardAccount,
  type StandardWallet,
  type StandardWalletOptions,
} from './standardWallet.js';
