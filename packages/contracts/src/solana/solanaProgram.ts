/** A Solana program, ready to be loaded. The same bytes run at any address. */
export interface SolanaProgram {
  /**
   * Where local clusters have it, in base58. Nobody holds a key to it, so a real cluster's
   * deployment has another.
   */
  readonly address: string;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly base64: string;
}

/**
 * The bytes of a program: an ELF file of sBPF version 3.
 *
 * @example
 * ```ts
 * programBytes(depositoryProgram).length;
 * ```
 */
export function programBytes(program: SolanaProgram): Uint8Array {
  return Uint8Array.from(atob(program.base64), (letter) => letter.charCodeAt(0));
}
