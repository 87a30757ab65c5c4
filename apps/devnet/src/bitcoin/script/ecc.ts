import * as ecc from '@bitcoinerlab/secp256k1';
import { initEccLib } from 'bitcoinjs-lib';

initEccLib(ecc);

/** The curve, known to the library of transactions too. */
export { ecc };
