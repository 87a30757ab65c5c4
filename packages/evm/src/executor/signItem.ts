import { bytesToHex, type SignatureData } from '@portage/core';
import { checkAborted, type Submission, type TaskContext } from '@portage/core/executor';
import { recoverMessageAddress, recoverTypedDataAddress, type TypedDataDomain } from 'viem';
import { checkHeld, tokensOf } from './checkHeld.js';
import { canonicalSignature } from './canonicalSignature.js';
import { walletError } from './walletError.js';
import { signatureEffects } from './signatureEffects.js';
import type { Connected, Connection, Hex, Request } from './connection.js';
import { contractSignature } from './contractSignature.js';

/**
 * Signs what an item asks for. A message of 32 bytes in hex is signed as those bytes, everything
 * else as text. What is permitted has to be held.
 *
 * @throws PortageError `INSUFFICIENT_FUNDS`, `WALLET_REJECTED`, `WALLET_ERROR`, `WRONG_CHAIN`
 */
export async function signItem(
  connection: Connection,
  { sign }: SignatureData,
  context: TaskContext,
): Promise<Submission> {
  checkAborted(context.signal);
  const chainId = sign.signatureKind === 'eip712' ? Number(sign.domain['chainId'] ?? 0) : 0;
  // Typed data belongs to a chain, and wallets refuse it on another one; a message belongs to none.
  const { wallet, account } =
    chainId > 0 ? await connection.on(chainId) : await connection.current();
  if (chainId <= 0) return { type: 'signature', signature: await ask(sign, { wallet, account }) };
  const owner = {
    read: connection.reader(chainId),
    account: typeof account === 'string' ? account : account.address,
  };
  await checkPermitted(sign, owner);
  const signature = await ask(sign, { wallet, account });
  return { type: 'signature', signature: await contractSignature(signature, owner) };
}

/** Account whose signature is asked for, and what reads its chain. */
interface Owner {
  readonly read: Request;
  readonly account: string;
}

/** An account that lacks what it permits is not asked. @throws PortageError `INSUFFICIENT_FUNDS` */
async function checkPermitted(sign: SignatureData['sign'], owner: Owner): Promise<void> {
  for (const effect of signatureEffects(sign)) {
    if (effect.type !== 'permit') continue;
    const { chainId, spender: to } = effect;
    await checkHeld(owner.read, { chainId, account: owner.account, to }, tokensOf([effect]));
  }
}

/**
 * Signs 32 bytes as a message of those bytes (EIP-191).
 *
 * @param chainId - chain that they are for, whose wallet is asked where each has its own
 */
export async function signDigest(
  connection: Connection,
  digest: Uint8Array,
  chainId?: number,
): Promise<string> {
  const { wallet, account } = await connection.current(chainId);
  return ask({ signatureKind: 'eip191', message: bytesToHex(digest) }, { wallet, account });
}

async function ask(
  sign: SignatureData['sign'],
  { wallet, account }: Pick<Connected, 'wallet' | 'account'>,
): Promise<string> {
  const address = typeof account === 'string' ? account : account.address;
  if (sign.signatureKind === 'eip191') {
    const message = isBytes32(sign.message) ? { raw: sign.message } : sign.message;
    const signature = await refusable(wallet.signMessage({ account, message }));
    return canonicalSignature(signature, {
      account: address,
      recover: (canonical) => recoverMessageAddress({ message, signature: canonical }),
    });
  }
  const typed = {
    domain: readDomain(sign.domain),
    types: sign.types,
    primaryType: sign.primaryType,
    message: sign.value,
  };
  const signature = await refusable(wallet.signTypedData({ account, ...typed }));
  return canonicalSignature(signature, {
    account: address,
    recover: (canonical) => recoverTypedDataAddress({ ...typed, signature: canonical }),
  });
}

/** An answer of the wallet. @throws PortageError `WALLET_REJECTED`, `WALLET_ERROR` */
async function refusable(asked: Promise<string>): Promise<string> {
  try {
    return await asked;
  } catch (error) {
    throw walletError(error);
  }
}

function isBytes32(message: string): message is Hex {
  return /^0x[0-9a-fA-F]{64}$/.test(message);
}

/** The members that EIP-712 knows; viem works out their types from which of them are there. */
function readDomain(domain: Readonly<Record<string, unknown>>): TypedDataDomain {
  const { name, version, chainId, verifyingContract, salt } = domain;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof version === 'string' ? { version } : {}),
    ...(typeof chainId === 'number' || typeof chainId === 'string'
      ? { chainId: Number(chainId) }
      : {}),
    ...(isHex(verifyingContract) ? { verifyingContract } : {}),
    ...(isHex(salt) ? { salt } : {}),
  };
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && value.startsWith('0x');
}
