import {
  depositoryProgram,
  fillerProgram,
  loadedProgram,
  type LoadedAccount,
} from '@portage/contracts/solana';
import { PortageError } from '@portage/core';
import {
  initializeDepository,
  programDataAddress,
  programs,
  unlimited,
} from '@portage/solana/program';
import bs58 from 'bs58';
import { z } from 'zod';
import { callNode } from '../../callNode.js';
import type { SolanaKeys } from '../keys/deriveSolanaKeys.js';
import type { Keypair } from '../keys/openKeyring.js';
import type { NodeConfiguration } from '../node/nodeConfiguration.js';
import { encodeTransaction } from '../wire/encodeTransaction.js';

/** Accounts of Portage's programs in the state after a deployment by the owner. */
export function programAccounts(owner: Keypair): NodeConfiguration['accounts'] {
  return [depositoryProgram, fillerProgram].flatMap((program) => {
    const dataAddress = programDataAddress(program.address);
    const loaded = loadedProgram(program, {
      programData: bs58.decode(dataAddress),
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

const blockhashSchema = z.object({ value: z.object({ blockhash: z.string() }) });
const statusSchema = z.object({ value: z.tuple([z.object({ err: z.null() })]) });

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
  const { programId, keys, data } = initializeDepository({
    depository: depositoryProgram.address,
    authority: owner.address,
    chainId,
    owner: owner.address,
    allocator: allocator.address,
    guardian: guardian.address,
    defaultLimit: { capacity: unlimited, window: limitWindowSeconds },
  });
  const accounts = keys.map(({ pubkey, isSigner, isWritable }) => ({
    address: pubkey,
    signer: isSigner,
    writable: isWritable,
  }));
  const commitment = { commitment: 'processed' };
  const { blockhash } = blockhashSchema.parse(
    await callNode(rpcUrl, 'getLatestBlockhash', [commitment]),
  ).value;
  const bytes = encodeTransaction(owner, [{ program: programId, accounts, data }], blockhash);
  const signature = await callNode(rpcUrl, 'sendTransaction', [
    Buffer.from(bytes).toString('base64'),
    { encoding: 'base64', preflightCommitment: 'processed' },
  ]);
  const landed = statusSchema.safeParse(
    await callNode(rpcUrl, 'getSignatureStatuses', [[signature]]),
  );
  if (!landed.success)
    throw new PortageError('TRANSACTION_REVERTED', {
      message: 'The depository could not be initialised.',
    });
}
