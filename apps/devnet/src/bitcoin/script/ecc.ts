import * as ecc from '@bitcoinerlab/secp256k1';
import { initEccLib } from 'bitcoinjs-lib';

// The library of transactions would check the curve, whose version is pinned, for 0.15 CPU seconds
// in two processes of each devnet. A test makes the check instead.
initEccLib(ecc, { DANGER_DO_NOT_VERIFY_ECCLIB: true });

/** The curve, known to the library of transactions too. */
export { ecc };
