import type { OwnSigner } from '../ownSigner.js';

/** Tokens of our accounts, by which they read what is their own. */
export interface AuthTokens {
  /** Token of an account; undefined of one that is not ours. */
  of(accountIndex: number): string | undefined;
}

/** Seconds for which a token is good: a host that leaks it leaks little. */
const validSeconds = 600;

/** Seconds before its end at which a token is made anew. */
const spareSeconds = 120;

/** Keeps the tokens of our accounts, each signed anew before its end. */
export function createAuthTokens(signers: readonly OwnSigner[], clock: () => number): AuthTokens {
  const kept = new Map<number, { readonly token: string; readonly deadline: number }>();
  return {
    of: (accountIndex) => {
      const signer = signers.find((one) => one.accountIndex === accountIndex);
      if (signer === undefined) return undefined;
      const now = Math.floor(clock() / 1_000);
      const known = kept.get(accountIndex);
      if (known !== undefined && known.deadline - now > spareSeconds) return known.token;
      const deadline = now + validSeconds;
      const token = signer.authToken(deadline);
      kept.set(accountIndex, { token, deadline });
      return token;
    },
  };
}
