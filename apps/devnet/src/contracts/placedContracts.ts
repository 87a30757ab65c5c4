import { testCaliburCode } from '@portage/contracts/bytecode';
import { canonicalCode, type PlacedCode } from './vendored/canonical.js';

/** Address of Calibur, which clients of gasless batches delegate accounts to by default. */
export const caliburAddress = '0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00';

/** Code that stands at its address from the first block on, as it does on public chains. */
export const placedContracts: readonly PlacedCode[] = [
  ...canonicalCode,
  { address: caliburAddress, bytecode: testCaliburCode },
];
