export {
  hashElements,
  isPublicKey,
  privateKeyFrom,
  publicKeyOf,
  sign,
  signatureBytes,
  verify,
} from './schnorr.js';
