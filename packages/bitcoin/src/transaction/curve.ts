import * as curve from '@bitcoinerlab/secp256k1';
import { initEccLib } from 'bitcoinjs-lib';

/**
 * The curve of Bitcoin's keys. The library that builds transactions is given it here; it keeps the
 * one that it has.
 */
export function openCurve(): typeof curve {
  initEccLib(curve);
  return curve;
}
