export { decodeBase58, encodeBase58 } from './base58.js';
export { concatBytes } from './bytes.js';
export { compileMessage, type CompiledMessage, type MessageOptions } from './compileMessage.js';
export {
  computeBudgetProgram,
  readComputeUnitPrice,
  setComputeUnitLimit,
  setComputeUnitPrice,
} from './computeBudget.js';
export type { Instruction } from './instruction.js';
export { instructionCall, readInstructionCall } from './instructionCall.js';
export { readTransaction } from './readTransaction.js';
export type { SolanaTransactionData, WireInstruction } from './solanaTransactionData.js';
export { checkTransactionSize, transactionBytesMax } from './transactionSize.js';
