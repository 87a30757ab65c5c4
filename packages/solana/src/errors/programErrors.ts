/** Custom error codes of our programs: the reasons why they refuse an instruction. */
export const programErrors = {
  6000: 'UNKNOWN_INSTRUCTION',
  6001: 'INSTRUCTION_DATA',
  6002: 'ACCOUNT_COUNT',
  6003: 'MISSING_SIGNATURE',
  6004: 'NOT_WRITABLE',
  6005: 'ADDRESS',
  6006: 'OWNER',
  6007: 'NOT_INITIALIZED',
  6008: 'ALREADY_INITIALIZED',
  6009: 'UNAUTHORIZED',
  6010: 'ZERO_AMOUNT',
  6011: 'ZERO_ID',
  6012: 'TOKEN_PROGRAM',
  6013: 'TOKEN_ACCOUNT',
  6014: 'MINT',
  6015: 'MINT_EXTENSION',
  6016: 'RENT',
  6017: 'DOMAIN',
  6018: 'EXPIRED',
  6019: 'EXPIRES_TOO_LATE',
  6020: 'SIGNATURE',
  6021: 'REQUEST_USED',
  6022: 'RECIPIENT',
  6023: 'VAULT_RESERVE',
  6024: 'ALREADY_FILLED',
  6025: 'MARKER',
  6026: 'MARKER_HELD',
  6027: 'PAUSED',
  6028: 'TOO_EARLY',
  6029: 'LIMIT_MISSING',
  6030: 'LIMIT_EXCEEDED',
  6031: 'LIMIT_WINDOW',
  6032: 'LIMIT_NOT_LOWER',
  6033: 'SWAP_LIMIT',
} as const;

/** The name of a refusal. */
export type ProgramError = (typeof programErrors)[keyof typeof programErrors];

/**
 * The name of a custom error code of the depository, the filler or the test pool, or undefined for
 * a code of another program.
 *
 * @example
 * ```ts
 * programError(6024); // 'ALREADY_FILLED'
 * ```
 */
export function programError(code: number): ProgramError | undefined {
  // The table is closed, and a number outside it finds nothing.
  return (programErrors as Readonly<Record<number, ProgramError>>)[code];
}
