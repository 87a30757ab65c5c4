/**
 * Code of an account that is delegated (EIP-7702). No contract can have it: EIP-3541 lets none
 * begin with 0xef.
 */
const delegation = /^0xef0100[0-9a-f]{40}$/;

/** Whether an account with this code has a key behind it: no code, or a delegation. */
export function isAccountCode(code: string): boolean {
  return code === '0x' || delegation.test(code.toLowerCase());
}
