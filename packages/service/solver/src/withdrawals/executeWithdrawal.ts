import { timingSafeEqual } from 'node:crypto';
import { PortageError, requestFault, type OrderData } from '@portage/core';
import { withdrawalDigest } from '@portage/withdrawals';
import type { WithdrawalContext } from './withdrawalContext.js';
import { insufficientFunds } from './insufficientFunds.js';
import { nonceOf } from './nonceOf.js';
import { readTerms, type ReadTerms } from './readTerms.js';
import type { AddedTerms, SignedWithdrawal } from './withdrawalTerms.js';

const verifyMsMax = 5_000;

/** Terms that the first call added; undefined for anything else. */
function readAdded(data: SignedWithdrawal['additionalData']): AddedTerms | undefined {
  const { fee, expiresAt, ...others } = data ?? {};
  if (typeof fee !== 'string' || !/^[0-9]{1,78}$/.test(fee)) return undefined;
  if (typeof expiresAt !== 'number' || !Number.isSafeInteger(expiresAt)) return undefined;
  return Object.keys(others).length === 0 ? { fee, expiresAt } : undefined;
}

/**
 * Takes an owner's signature in. The same one again answers the same job, whatever became of it.
 *
 * @returns the id of the job
 * @throws PortageError `INVALID_REQUEST` for terms or a nonce that were not answered before,
 *   `INVALID_SIGNATURE`, `WITHDRAWAL_IN_PROGRESS` while another withdrawal of the same balance is
 *   under way, `INSUFFICIENT_FUNDS`, `RPC_HTTP_ERROR`
 */
export async function executeWithdrawal(
  context: WithdrawalContext,
  signed: SignedWithdrawal,
): Promise<string> {
  const { settlement, clock } = context;
  const read = readTerms(context.chains, signed);
  const added = await checkNonce(context, signed);
  if (!(await isSigned(context, read, signed)))
    throw new PortageError('INVALID_SIGNATURE', {
      message: 'The signature is not the owner\u2019s, or not over these terms.',
    });
  if ((await settlement.withdrawals.find(signed.nonce)) !== undefined) return signed.nonce;
  if (added.expiresAt * 1_000 <= clock.now())
    throw requestFault('additionalData.expiresAt', 'has passed: prepare the withdrawal again');
  const opened = await settlement.withdrawals.open({
    id: signed.nonce,
    chainId: read.chain.id,
    currency: read.asset.address,
    native: read.chain.native.address,
    owner: read.owner,
    recipient: read.recipient,
    amount: read.amount,
    feeMax: BigInt(added.fee),
    expiresAt: added.expiresAt,
    order: orderOf(read, signed.nonce, added),
  });
  if (opened.type === 'inProgress')
    throw new PortageError('WITHDRAWAL_IN_PROGRESS', {
      message: 'Another withdrawal of this balance is under way.',
      context: { existingJobId: opened.id },
    });
  if (opened.type === 'insufficient') throw insufficientFunds(0n, read.asset);
  return opened.id;
}

/** The terms that the nonce stands for. @throws PortageError `INVALID_REQUEST` for others */
async function checkNonce(
  { settlement }: WithdrawalContext,
  { additionalData, nonce, ...terms }: SignedWithdrawal,
): Promise<AddedTerms> {
  const added = readAdded(additionalData);
  if (added === undefined)
    throw requestFault('additionalData', 'is not what the first call answered');
  const expected = nonceOf(await settlement.withdrawals.secret(), { ...terms, ...added });
  const given = Buffer.from(nonce.slice(2), 'hex');
  if (!timingSafeEqual(Buffer.from(expected.slice(2), 'hex'), given))
    throw requestFault('nonce', 'was not answered for these terms: prepare the withdrawal first');
  return added;
}

async function isSigned(
  { clock }: WithdrawalContext,
  { owners, owner: account }: ReadTerms,
  { signature, ...message }: SignedWithdrawal,
): Promise<boolean> {
  const digest = withdrawalDigest(message);
  return owners.verify({ account, digest, signature }, clock.timeout(verifyMsMax));
}

/** The owner's word as an order: nothing is paid for it, and its money goes to the recipient. */
function orderOf(
  { chain, asset, recipient, amount }: ReadTerms,
  salt: string,
  { expiresAt }: AddedTerms,
): OrderData {
  const { slug: chainId, extraData } = chain;
  const { address: currency } = asset;
  return {
    version: 'v1',
    solverChainId: chainId,
    solver: chain.spend.sender,
    salt,
    inputs: [
      {
        payment: { chainId, currency, amount: amount.toString(), weight: '1' },
        refunds: [
          { chainId, recipient, currency, minimumAmount: '0', deadline: expiresAt, extraData },
        ],
      },
    ],
    output: { chainId, payments: [], calls: [], deadline: expiresAt, extraData: '0x' },
    fees: [],
  };
}
