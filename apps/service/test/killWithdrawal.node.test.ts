import { withdrawalStatusSchema } from '@portage/core/schemas';
import { casesOf } from '@portage/testing';
import { parseEther, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { openStopped } from './openDatabase.js';
import { balanceOf, post } from './transfer.js';
import { untilSettled } from './untilSettled.js';
import {
  accountOf,
  depositUnmatched,
  earnFees,
  signClaim,
  signWithdrawal,
  withdrawalChainId as base,
} from './withdrawalSteps.js';
import { useServices } from './useServices.js';

/** A signed withdrawal or claim is paid once, wherever the process dies meanwhile. */
const services = useServices({ accounts: 10, blockTimeSeconds: 0.25 });
const deposited = parseEther('0.05');

const ownerOf = (index: number): PrivateKeyAccount => accountOf(services.devnet, index);

describe('kill -9 during a withdrawal', () => {
  test.each(
    casesOf({
      daily: ['refund-stored'],
      nightly: ['refund-settlement', 'refund-stored', 'refund-sent'],
    }),
  )('at %s: paid once', async (point, index) => {
    const recipient: Hex = `0x${(0x77d000 + index).toString(16).padStart(40, '0')}`;
    const doomed = services.start({ PORTAGE_FAILPOINT: point });
    const url = await doomed.url;
    await depositUnmatched(services.devnet, ownerOf(index), deposited);
    const signed = await signWithdrawal(url, ownerOf(index), { amount: deposited, recipient });
    // The process may die before it has answered.
    await post(url, '/withdrawals/request', signed).catch(() => undefined);
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

    const service = services.start();
    const nextUrl = await service.url;
    // A client that got no answer sends the same again, which is the same job.
    const again = await post(nextUrl, '/withdrawals/request', signed);
    expect(again).toMatchObject({ status: 200, body: { jobId: signed.nonce } });
    const read = async () => {
      const answer = await fetch(`${nextUrl}/withdrawals/status?id=${signed.nonce}`);
      return withdrawalStatusSchema.parse(await answer.json());
    };
    await expect.poll(async () => (await read()).status).toBe('executed');
    await untilSettled(services.dataDir, services.devnet);
    const paid = await balanceOf(services.devnet, base, recipient);
    expect((await read()).withdrawal?.['paidAmount']).toBe(paid.toString());
    expect(paid).toBeGreaterThan((deposited * 9n) / 10n);
    expect(paid).toBeLessThan(deposited);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    const store = await openStopped(services.dataDir, services.devnet);
    try {
      expect(await store.ledger.audit()).toEqual([]);
      expect(
        await store.query(`select state from outbox where order_id = $1`, [
          Buffer.from(signed.nonce.slice(2), 'hex'),
        ]),
      ).toEqual([{ state: 'mined' }]);
    } finally {
      await store.close();
    }
  });
});

describe('kill -9 during a claim of app fees', () => {
  const claimed = parseEther('0.002');
  const app = () => ownerOf(8);

  test('at each point: paid once', async () => {
    const first = services.start();
    await earnFees(await first.url, services.devnet, {
      payer: 7,
      wallet: app().address,
      amount: parseEther('0.1'),
    });
    expect(await first.stop()).toEqual({ code: 0, signal: null });
    const points = casesOf({
      daily: ['claim-stored'],
      nightly: ['claim-settlement', 'claim-stored', 'claim-sent'],
    });
    const claimIds: string[] = [];
    for (const [point, index] of points) {
      const recipient: Hex = `0x${(0x77e000 + index).toString(16).padStart(40, '0')}`;
      const doomed = services.start({ PORTAGE_FAILPOINT: point });
      const signed = await signClaim(await doomed.url, app(), { amount: claimed, recipient });
      // The process may die before it has answered.
      await post(await doomed.url, signed.path, signed.body).catch(() => undefined);
      expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

      const service = services.start();
      const url = await service.url;
      const status = async (): Promise<unknown> => {
        const answer = await fetch(`${url}/intents/status/v3?requestId=${signed.claimId}`);
        return Reflect.get((await answer.json()) as object, 'status');
      };
      await expect.poll(status).toBe('success');
      // A client that got no answer sends the same again.
      const again = await post(url, signed.path, signed.body);
      expect(again).toMatchObject({ status: 409, body: { errorCode: 'CLAIM_USED' } });
      await untilSettled(services.dataDir, services.devnet);
      expect(await balanceOf(services.devnet, base, recipient)).toBe(claimed);
      expect(service.log()).not.toContain('a payment does not match its order');
      expect(await service.stop()).toEqual({ code: 0, signal: null });
      claimIds.push(signed.claimId);
    }
    const store = await openStopped(services.dataDir, services.devnet);
    try {
      expect(await store.ledger.audit()).toEqual([]);
      const made = await store.query<{ claim: string; state: string }>(
        `select order_id as claim, state from outbox where purpose = 'claim' and state <> 'replaced' order by stored_at`,
      );
      expect(made).toEqual(claimIds.map((claim) => ({ claim, state: 'mined' })));
    } finally {
      await store.close();
    }
  });
});
