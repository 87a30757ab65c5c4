import {
  depositoryProgram,
  fillerProgram,
  loadedProgram,
  testPoolProgram,
  type LoadedAccount,
} from '@portage/contracts/solana';
import {
  initializeDepository,
  programDataAddress,
  programs,
  unlimited,
} from '@portage/solana/program';
import { base58 } from '@scure/base';
import type { SolanaKeys } from '../keys/deriveSolanaKeys.js';
import type { Keypair } from '../keys/openKeyring.js';
import type { NodeConfiguration } from '../node/nodeConfiguration.js';
import { sendInstructions, wireInstruction } from './sendInstructions.js';

/** Accounts of Portage's programs in the state after a deployment by the owner. */
export function programAccounts(owner: Keypair): NodeConfiguration['accounts'] {
  return [depositoryProgram, fillerProgram, testPoolProgram].flatMap((program) => {
    const dataAddress = programDataAddress(program.address);
    const loaded = loadedProgram(program, {
      programData: base58.decode(dataAddress),
      upgradeAuthority: owner.publicKey,
    });
    const account = (
      address: string,
      { executable, data }: LoadedAccount,
    ): NodeConfiguration['accounts'][number] => ({
      address,
      owner: programs.upgradeableLoader,
      executable,
      dataBase64: Buffer.from(data).toString('base64'),
    });
    return [account(dataAddress, loaded.programData), account(program.address, loaded.program)];
  });
}

/** Nothing on a devnet is limited before a guardian limits it. */
const limitWindowSeconds = 3_600n;

/**
 * Initialises the depository with its roles.
 *
 * @throws PortageError `TRANSACTION_REVERTED`
 */
export async function initializePrograms(
  rpcUrl: string,
  chainId: number,
  { owner, allocator, guardian }: SolanaKeys['roles'],
): Promise<void> {
  const initialization = initializeDepository({
    depository: depositoryProgram.address,
    authority: owner.address,
    chainId,
    owner: owner.address,
    allocator: allocator.address,
    guardian: guardian.address,
    defaultLimit: { capacity: unlimited, window: limitWindowSeconds },
  });
  const failure = 'The depository could not be initialised.';
  await sendInstructions(rpcUrl, owner, [wireInstruction(initialization)], failure);
}
