import { programs } from '@portage/solana/program';

/** Names of the token programs, as nodes give them in parsed accounts, with their addresses. */
export const tokenPrograms = {
  'spl-token': programs.token,
  'spl-token-2022': programs.token2022,
} as const;

/** Name of a token program. */
export type TokenProgramName = keyof typeof tokenPrograms;

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
