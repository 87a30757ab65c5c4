import { depositoryBase64, depositorySha256 } from './generated/depository.js';
import { fillerBase64, fillerSha256 } from './generated/filler.js';
import { testPoolBase64, testPoolSha256 } from './generated/testPool.js';
import type { SolanaProgram } from './solanaProgram.js';

export { loadedProgram, type LoadedAccount, type LoadedProgram } from './loadedProgram.js';
export { programBytes, type SolanaProgram } from './solanaProgram.js';

/**
 * Depository program of a Solana cluster. Initialise it in the transaction that follows its
 * deployment.
 */
export const depositoryProgram: SolanaProgram = {
  address: 'PortageDepository11111111111111111111111111',
  sha256: depositorySha256,
  base64: depositoryBase64,
};

/** Filler program of a Solana cluster: solvers pay orders through it. */
export const fillerProgram: SolanaProgram = {
  address: 'PortageFi11er111111111111111111111111111111',
  sha256: fillerSha256,
  base64: fillerBase64,
};

/**
 * Test pool program of local clusters: trades two tokens along a constant product, so that swaps
 * can be tried. It is not meant for other clusters: what a pool holds cannot be taken out.
 */
export const testPoolProgram: SolanaProgram = {
  address: 'PortageTestPoo11111111111111111111111111111',
  sha256: testPoolSha256,
  base64: testPoolBase64,
};
