export {
  hashElements,
  isPublicKey,
  privateKeyFrom,
  publicKeyOf,
  sign,
  signatureBytes,
  verify,
} from './schnorr.js';
export { externalConstants, internalConstants, matrixDiagonal } from './poseidon2Constants.js';
