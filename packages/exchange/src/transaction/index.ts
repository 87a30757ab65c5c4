export {
  accountIndexMax,
  amountMax,
  apiKeyIndexMax,
  assetIndexMax,
  routes,
  type RouteType,
} from '../bounds.js';
export {
  changePubKeyOwnerText,
  changePubKeyType,
  checkChangePubKey,
  hashChangePubKey,
  type ChangePubKey,
} from './changePubKey.js';
export {
  checkTransfer,
  hashTransfer,
  transactionId,
  transferOwnerText,
  transferType,
  type Transfer,
} from './transfer.js';
export {
  readChangePubKey,
  readTransfer,
  writeChangePubKey,
  writeTransfer,
  type Signatures,
  type SignedChangePubKey,
  type SignedTransfer,
} from './txInfo.js';
export { findTransferTerms, type TransferTerms } from './transferTerms.js';
export { hashAuthToken, writeAuthToken, type AuthTokenTerms } from './authToken.js';
