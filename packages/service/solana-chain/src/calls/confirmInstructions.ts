import { type PortageError, requestFault } from '@portage/core';
import type { Rpc } from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import { programs } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { accountsRequest, readAccounts, type AccountState } from '../rpc/accounts.js';
import type { ServiceAccounts } from './guardedAccounts.js';

/** Place of the owner in a token account: behind its mint. */
const ownerPlace = { start: 32, end: 64 } as const;
/** Bytes of accounts that are read: callers may name large ones. */
const bytesRead = 72;

/** Accounts of the service, and the chain that is read. */
export interface ConfirmContext extends ServiceAccounts {
  readonly rpc: Pick<Rpc, 'read'>;
}

/**
 * Refuses instructions to what is no program, and accounts that belong to the service without their
 * address telling so. One reading of the chain.
 *
 * @throws PortageError `INVALID_EXTRA_TXS`; `RPC_HTTP_ERROR` when it cannot be read
 */
export async function confirmInstructions(
  instructions: readonly Instruction[],
  service: ConfirmContext,
  signal: AbortSignal | undefined,
): Promise<void> {
  const named = instructions.flatMap(({ programId, keys }) => [
    programId,
    ...keys.map(({ pubkey }) => pubkey),
  ]);
  const addresses = [...new Set(named)];
  const request = accountsRequest(addresses, { bytesMax: bytesRead });
  const [result] = await service.rpc.read([request], signal);
  const states = readAccounts(result);
  const stateOf = (address: string): AccountState | undefined => states[addresses.indexOf(address)];
  instructions.forEach(({ programId, keys }, index) => {
    const path = `txs.${String(index)}`;
    if (stateOf(programId)?.executable !== true)
      throw refuse(`${path}.programId`, 'is no program on the chain');
    keys.forEach(({ pubkey }, place) => {
      if (belongsTo(service, stateOf(pubkey)))
        throw refuse(`${path}.keys.${String(place)}.pubkey`, 'is an account of the service');
    });
  });
}

/** Whether an account is kept by our programs, or holds tokens for us. */
function belongsTo(
  { programs: own, solver, allocator, addresses }: ServiceAccounts,
  account: AccountState | undefined,
): boolean {
  if (account === undefined) return false;
  if ([own.depository, own.filler].includes(account.owner)) return true;
  if (account.owner !== programs.token && account.owner !== programs.token2022) return false;
  const owner = account.data.subarray(ownerPlace.start, ownerPlace.end);
  return (
    owner.length === 32 &&
    [solver, allocator, addresses.vault].includes(solanaCodec.decodeAddress(owner))
  );
}

function refuse(path: string, fault: string): PortageError {
  return requestFault(path, fault, { code: 'INVALID_EXTRA_TXS', message: `${path} ${fault}.` });
}
