/** Addresses of the programs and accounts that every Solana chain has. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memoV1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  lookupTable: 'AddressLookupTab1e1111111111111111111111111',
} as const;

/** True if an account that this program owns may be a token account or a mint. */
export function isTokenProgram(address: string): boolean {
  return address === programs.token || address === programs.token2022;
}

/** True for one of the two memo programs. */
export function isMemoProgram(address: string | undefined): boolean {
  return address === programs.memo || address === programs.memoV1;
}
