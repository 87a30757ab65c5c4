import { testPoolProgram } from '@portage/contracts/solana';
import {
  associatedTokenAddress,
  createAssociatedToken,
  programs,
  swapThroughTestPools,
  type TestPool,
} from '@portage/solana/program';
import { setComputeUnitLimit, type Instruction } from '@portage/solana/transaction';

/** Members of a quote that its instruction is made from. */
export interface QuotedSwap {
  readonly inputMint: string;
  readonly outputMint: string;
  readonly inAmount: bigint;
  readonly outAmount: bigint;
  readonly otherAmountThreshold: bigint;
  readonly swapMode: 'ExactIn' | 'ExactOut';
}

/** Compute units that the venue proposes. */
const proposedUnits = 1_400_000;

/** `SwapInstructionsResponse` of a quote through pools, for the accounts of a user. */
export function writeInstructions(
  user: string,
  { inputMint, outputMint, inAmount, outAmount, otherAmountThreshold, swapMode }: QuotedSwap,
  pools: readonly TestPool[],
): object {
  const holding = { owner: user, mint: outputMint, tokenProgram: programs.token };
  const isExactIn = swapMode === 'ExactIn';
  return {
    tokenLedgerInstruction: null,
    computeBudgetInstructions: [wire(setComputeUnitLimit(proposedUnits))],
    setupInstructions: [wire(createAssociatedToken(user, holding))],
    swapInstruction: wire(
      swapThroughTestPools({
        program: testPoolProgram.address,
        pools,
        authority: user,
        source: associatedTokenAddress({ ...holding, mint: inputMint }),
        destination: associatedTokenAddress(holding),
        mintIn: inputMint,
        type: isExactIn ? 'EXACT_INPUT' : 'EXACT_OUTPUT',
        amount: isExactIn ? inAmount : outAmount,
        limit: otherAmountThreshold,
      }),
    ),
    cleanupInstruction: null,
    otherInstructions: [],
    addressLookupTableAddresses: [],
  };
}

/** An instruction as the API writes it. */
function wire({ programId, keys, data }: Instruction): object {
  return { programId, accounts: keys, data: Buffer.from(data).toString('base64') };
}
