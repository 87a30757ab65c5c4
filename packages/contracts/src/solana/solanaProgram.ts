/** Solana program, ready to be loaded. The same bytes run at any address. */
export interface SolanaProgram {
  /**
   * Address on local clusters, in base58. Nobody holds its key, so a deployment to a real cluster
   * has another address.
   */
  readonly address: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly base64: string;
}

/**
 * Bytes of a program: an ELF file of sBPF version 3.
 *
 * @example
 * ```ts
 * programBytes(depositoryProgram).length;
 * ```
 */
export function programBytes(program: SolanaProgram): Uint8Array {
  return Uint8Array.from(atob(program.base64), (letter) => letter.charCodeAt(0));
}
