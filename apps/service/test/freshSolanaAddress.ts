import { freshSolanaKey } from './freshSolanaKey.js';

/** Address of a fresh key: bytes that are merely drawn are, half of the time, no key's. */
export function freshSolanaAddress(): string {
  return freshSolanaKey().address;
}
