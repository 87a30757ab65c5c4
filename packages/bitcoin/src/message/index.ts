export type { BitcoinNetwork } from '../address/networks.js';
export { isMessageSigned, type SignedMessage } from './signedMessage.js';
