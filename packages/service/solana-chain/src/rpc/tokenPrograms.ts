import { programs } from '@portage/solana/program';

/** Name of a token program, as nodes give it in parsed accounts. */
export type TokenProgramName = 'spl-token' | 'spl-token-2022';

/** Addresses of the token programs by their names. */
export const tokenPrograms: Readonly<Record<TokenProgramName, string>> = {
  'spl-token': programs.token,
  'spl-token-2022': programs.token2022,
};

/** Address of the program that owns a listed mint; of other mints the classic one. */
export type TokenProgramOf = (mint: string) => string;

/** A listed currency, and its program where it is a token. */
interface ListedMint {
  readonly address: string;
  readonly tokenProgram: TokenProgramName;
}

/** Token programs by the settings of a chain, which the start compares with the mints. Pure. */
export function createTokenPrograms(listed: readonly ListedMint[]): TokenProgramOf {
  const extended = new Set(
    listed.filter((each) => each.tokenProgram === 'spl-token-2022').map(({ address }) => address),
  );
  return (mint) => (extended.has(mint) ? programs.token2022 : programs.token);
}
