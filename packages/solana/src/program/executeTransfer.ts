import { assert } from '@portage/core';
import { encodeAddress, nativeCurrency } from '../transaction/address.js';
import { concatBytes } from '../transaction/bytes.js';
import type { AccountMeta, Instruction } from '../transaction/instruction.js';
import { associatedTokenAddress } from './associatedToken.js';
import {
  depositoryAddresses,
  usedRequestAddress,
  type DepositoryAddresses,
} from './depositoryAddresses.js';
import { outflowLimitAddress } from './outflowLimit.js';
import { programs } from './programs.js';
import { executeTransferLayout, transferDigest, type TransferRequest } from './transferRequest.js';

/** A signed request, and who sends it. */
export interface SignedTransferRequest {
  readonly depository: string;
  readonly request: TransferRequest;
  /**
   * Pays the marker's rent (48 bytes of data), which can be taken back seven days after the request
   * expired.
   */
  readonly executor: string;
  readonly allocator: string;
  /** 64 bytes: the allocator's over {@link transferDigest}. */
  readonly signature: Uint8Array;
  /** Of a token: the program that owns the mint. */
  readonly tokenProgram?: string;
}

/**
 * The two instructions that let a signed amount out of the vault; nothing may stand between them. A
 * token needs the recipient's associated account to be there: `createAssociatedToken` before both.
 * The token's limit must have been opened: `openOutflowLimit`, once.
 *
 * @example
 * ```ts
 * const instructions = executeTransfer({ depository, request, executor, allocator, signature });
 * ```
 */
export function executeTransfer(
  signed: SignedTransferRequest,
  addresses: DepositoryAddresses = depositoryAddresses(signed.depository),
): readonly [Instruction, Instruction] {
  const { request, tokenProgram = programs.token } = signed;
  const isNative = request.token === nativeCurrency;
  const holding = (owner: string): AccountMeta => ({
    ...readOnly(associatedTokenAddress({ owner, mint: request.token, tokenProgram })),
    isWritable: true,
  });
  const keys = [
    readOnly(addresses.config),
    { pubkey: signed.executor, isSigner: true, isWritable: true },
    { ...readOnly(request.recipient), isWritable: isNative },
    { ...readOnly(addresses.vault), isWritable: isNative },
    { ...readOnly(usedRequestAddress(signed.depository, request.nonce)), isWritable: true },
    readOnly(programs.instructionsSysvar),
    readOnly(programs.system),
  ];
  const token = isNative
    ? []
    : [
        readOnly(request.token),
        holding(addresses.vault),
        holding(request.recipient),
        readOnly(tokenProgram),
      ];
  const limit = outflowLimitAddress({ depository: signed.depository, token: request.token });
  const execute = {
    programId: signed.depository,
    keys: [...keys, ...token, { ...readOnly(limit), isWritable: true }],
    data: executeTransferLayout.encode(request),
  };
  return [verifySignature(signed.allocator, signed.signature, transferDigest(request)), execute];
}

function readOnly(pubkey: string): AccountMeta {
  return { pubkey, isSigner: false, isWritable: false };
}

/**
 * One signature whose key, bytes and message lie in the instruction itself: the only form that the
 * depository takes.
 */
function verifySignature(signer: string, signature: Uint8Array, message: Uint8Array): Instruction {
  assert(signature.length === 64 && message.length === 32, 'an ed25519 signature of 32 bytes');
  const header = [1, 0, 48, 0, 0xff, 0xff, 16, 0, 0xff, 0xff, 112, 0, 32, 0, 0xff, 0xff];
  return {
    programId: programs.ed25519,
    keys: [],
    data: concatBytes([Uint8Array.from(header), encodeAddress(signer), signature, message]),
  };
}
