import { orderMarkScript } from '@portage/bitcoin/transaction';
import { eventually } from '@portage/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBitcoinSystem, type BitcoinQuote, type BitcoinSystem } from './bitcoinSystem.js';
import { laterThan } from './rounds.js';

/** Deposits on Bitcoin that do not come as they were quoted. Each has a defined end. */
let system: BitcoinSystem;

beforeAll(async () => {
  // Refunds that gas eats up fail at once here.
  system = await startBitcoinSystem({
    configure: (described) => ({ ...described, policy: { fills: { refundWaitMs: 0 } } }),
  });
});
afterAll(async () => {
  await system.close();
});

/** Pays an amount under the mark of an order, out of the coins that its quote names. */
function signAmount(
  account: number,
  { payment: { coins }, orderId }: BitcoinQuote,
  amount: bigint,
  fee = 5_000n,
): string {
  const outputs = system.depositOutputs(orderId, amount);
  return system.sign(account, {
    coins,
    outputs: [...outputs, system.change(account, { coins, outputs }, fee)],
  });
}

/** Pays an amount under the mark of an order out of a new coin of an account. */
async function payAmount(account: number, orderId: string, amount: bigint): Promise<string> {
  const coins = [await system.fund(account, amount + 50_000n)];
  const outputs = system.depositOutputs(orderId, amount);
  return system.send(
    system.sign(account, {
      coins,
      outputs: [...outputs, system.change(account, { coins, outputs })],
    }),
  );
}

async function expectBooksToBalance(): Promise<void> {
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
}

/** The refund of a deposit: what came in, less what paying it back costs. */
async function expectRefund(address: string, paid: bigint): Promise<void> {
  // It is sent, and waits for a block.
  await expect
    .poll(
      async () => {
        await system.controls.mine(1);
        return system.balanceOf(address);
      },
      { interval: 300 },
    )
    .toBeGreaterThan(0n);
  const got = await system.balanceOf(address);
  expect(got).toBeGreaterThan(paid - 10_000n);
  expect(got).toBeLessThan(paid);
}

/** Transactions that were made for refunds. */
async function refundCount(): Promise<number> {
  const [row] = await system.service.settlement.query<{ count: number }>(
    `select count(*)::int as count from outbox where purpose = 'refund'`,
  );
  return row!.count;
}

/** Waits until what was paid in tests before is booked, which may take a block more. */
async function expectAllBooked(): Promise<void> {
  const countOpen = async (): Promise<number> => {
    await system.controls.mine(1);
    const [row] = await system.service.settlement.query<{ count: number }>(
      `select count(*)::int as count from outbox where state in ('stored', 'sent')`,
    );
    return row!.count;
  };
  await expect.poll(countOpen, { interval: 300 }).toBe(0);
}

async function suspended(txId: string): Promise<string | undefined> {
  const all = await system.service.settlement.reconciliations.suspense();
  return all.find((deposit) => deposit.txId === txId)?.reason;
}

describe('before a block has it', () => {
  test('S1: a deposit that is replaced by a payment back to its payer is shown, and never paid for', async () => {
    const asked = await system.quoteOut(0);
    const txId = await system.send(signAmount(0, asked, 500_000n));
    await system.reaches(asked.requestId, 'depositing');
    await system.controls.spendAgain(txId);
    await system.reaches(asked.requestId, 'waiting');
    await system.controls.mine(6);
    await system.caughtUp();
    expect((await system.status(asked.requestId)).status).toBe('waiting');
    expect(await system.etherOf(asked.recipient)).toBe(0n);
  });

  test('F3: a deposit that is replaced by a smaller one is judged as the smaller one', async () => {
    const asked = await system.quoteOut(1);
    await system.send(signAmount(1, asked, 500_000n));
    await system.reaches(asked.requestId, 'depositing');
    await system.send(signAmount(1, asked, 300_000n, 20_000n));
    await system.controls.mine(1);
    await expectRefund(asked.refundTo, 300_000n);
    expect((await system.reaches(asked.requestId, 'refund')).status).toBe('refund');
    expect(await system.etherOf(asked.recipient)).toBe(0n);
    await expectBooksToBalance();
  });

  test('S2: a deposit waits with its ancestors, and counts once all of them are in blocks', async () => {
    const asked = await system.quoteOut(2);
    const [coin] = asked.payment.coins;
    const toSelf = system.change(2, { coins: [coin!], outputs: [] }, 200n);
    const parent = await system.send(system.sign(2, { coins: [coin!], outputs: [toSelf] }));
    const coins = [{ ...toSelf, txId: parent, vout: 0 }];
    const outputs = system.depositOutputs(asked.orderId, 500_000n);
    const change = system.change(2, { coins, outputs });
    const child = await system.send(system.sign(2, { coins, outputs: [...outputs, change] }));
    // The payer goes on spending before any block has the deposit.
    const later = [{ ...change, txId: child, vout: 2 }];
    await system.send(
      system.sign(2, {
        coins: later,
        outputs: [system.change(2, { coins: later, outputs: [] }, 9_000n)],
      }),
    );
    await system.reaches(asked.requestId, 'depositing');
    expect(await system.etherOf(asked.recipient)).toBe(0n);
    await system.controls.mine(1);
    await system.reaches(asked.requestId, 'success');
    await expectBooksToBalance();
  });

  test('S2: a deposit whose ancestor is spent otherwise was none', async () => {
    const asked = await system.quoteOut(3);
    const [coin] = asked.payment.coins;
    const toSelf = system.change(3, { coins: [coin!], outputs: [] }, 200n);
    const parent = await system.send(system.sign(3, { coins: [coin!], outputs: [toSelf] }));
    const coins = [{ ...toSelf, txId: parent, vout: 0 }];
    const outputs = system.depositOutputs(asked.orderId, 500_000n);
    await system.send(
      system.sign(3, { coins, outputs: [...outputs, system.change(3, { coins, outputs })] }),
    );
    await system.reaches(asked.requestId, 'depositing');
    await system.controls.spendAgain(parent, true);
    await system.controls.mine(5);
    await system.caughtUp();
    await system.reaches(asked.requestId, 'waiting');
    expect(await system.etherOf(asked.recipient)).toBe(0n);
  });
});

describe('amounts', () => {
  test('D2, S5: a deposit of one satoshi too little under the mark of an order goes back', async () => {
    const asked = await system.quoteOut(4);
    await system.send(signAmount(4, asked, 499_999n));
    await system.controls.mine(1);
    // The refund goes to the account that the order names, not to the sender.
    await expectRefund(asked.refundTo, 499_999n);
    await system.reaches(asked.requestId, 'refund');
    await expectBooksToBalance();
  });

  test('D2, S6: a deposit that is not worth the fee of its refund stays in suspense, and an operator takes it', async () => {
    const asked = await system.quoteOut(5);
    const txId = await system.send(signAmount(5, asked, 400n));
    await system.controls.mine(1);
    const { refundFailReason } = await system.reaches(asked.requestId, 'failure');
    expect(refundFailReason).toBe('AMOUNT_TOO_LOW_TO_REFUND');
    expect(await suspended(txId)).toBeDefined();
    await expectAllBooked();
    const before = await system.books.vault(system.bitcoin.id, system.currency);
    const taken = await system.service.settlement.reconciliations.take({
      chainId: system.bitcoin.id,
      txId,
      ordinal: 0,
      reason: 'dust',
    });
    expect(taken?.amount).toBe(400n);
    expect(await suspended(txId)).toBeUndefined();
    expect(await system.books.vault(system.bitcoin.id, system.currency)).toBe(before);
    await expectBooksToBalance();
  });

  test('D3: of a deposit of too much the quoted part is filled, and the rest goes back', async () => {
    const asked = await system.quoteOut(6);
    await system.send(signAmount(6, asked, 900_000n));
    await system.controls.mine(1);
    await system.reaches(asked.requestId, 'success');
    expect((await system.etherOf(asked.recipient)).toString()).toBe(
      asked.quote.details.currencyOut.amount,
    );
    await expectRefund(asked.refundTo, 400_000n);
    await expectBooksToBalance();
  });

  test('D4: a deposit that comes after its time goes back', async () => {
    const asked = await system.quoteOut(7, { ttl: 1 });
    await laterThan(asked.quote.expiresAt! + 1_500);
    await system.send(signAmount(7, asked, 500_000n));
    await system.controls.mine(1);
    await expectRefund(asked.refundTo, 500_000n);
    await system.reaches(asked.requestId, 'refund');
    expect(await system.etherOf(asked.recipient)).toBe(0n);
  });

  test('D5: of three deposits for one order, two of one sender and one of another, the first fills it', async () => {
    const asked = await system.quoteOut(8);
    await payAmount(8, asked.orderId, 500_000n);
    await system.controls.mine(1);
    await system.reaches(asked.requestId, 'success');
    await payAmount(8, asked.orderId, 500_000n);
    await payAmount(9, asked.orderId, 500_000n);
    await system.controls.mine(1);
    await expect
      .poll(
        async () => {
          await system.controls.mine(1);
          return system.balanceOf(asked.refundTo);
        },
        { interval: 300 },
      )
      .toBeGreaterThan(980_000n);
    expect(await system.balanceOf(asked.refundTo)).toBeLessThan(1_000_000n);
    expect((await system.etherOf(asked.recipient)).toString()).toBe(
      asked.quote.details.currencyOut.amount,
    );
    await expectBooksToBalance();
  });
});

test('D6: two deposits of half each are two deposits of too little, and never summed', async () => {
  const asked = await system.quoteOut(6);
  await payAmount(6, asked.orderId, 250_000n);
  await system.controls.mine(1);
  await payAmount(7, asked.orderId, 250_000n);
  await system.controls.mine(1);
  await expect
    .poll(
      async () => {
        await system.controls.mine(1);
        return system.balanceOf(asked.refundTo);
      },
      { interval: 300 },
    )
    .toBeGreaterThan(480_000n);
  expect(await system.balanceOf(asked.refundTo)).toBeLessThan(500_000n);
  expect(await system.etherOf(asked.recipient)).toBe(0n);
  await expectBooksToBalance();
});

describe('marks', () => {
  test('D12, S4: two outputs to the depository are one deposit of their sum', async () => {
    const asked = await system.quoteOut(0);
    const { coins } = asked.payment;
    const [half, mark] = system.depositOutputs(asked.orderId, 250_000n);
    const outputs = [half!, mark!, half!];
    await system.send(
      system.sign(0, { coins, outputs: [...outputs, system.change(0, { coins, outputs })] }),
    );
    await system.controls.mine(1);
    await system.reaches(asked.requestId, 'success');
    await expectBooksToBalance();
  });

  test('D15: money for an order that nobody quoted, and money without a mark, stays in suspense', async () => {
    const unknown = await payAmount(1, `0x${'5a'.repeat(32)}`, 60_000n);
    await system.controls.mine(1);
    await expect.poll(() => suspended(unknown)).toBe('UNKNOWN');
    await system.controls.mine(2);
    await system.caughtUp();
    // Earnings of other deposits may leave meanwhile; this deposit stays.
    await expectAllBooked();
    expect(await suspended(unknown)).toBe('UNKNOWN');
    // The change of a transaction counts only once a block has it.
    const counted = async (): Promise<{ readonly held: bigint; readonly booked: bigint }> => {
      await system.controls.mine(1);
      await system.caughtUp();
      const held = await system.balanceOf(system.depository);
      return { held, booked: await system.books.vault(system.bitcoin.id, system.currency) };
    };
    const { held } = await eventually(counted, (one) => one.held === one.booked, {
      what: 'coins of the depository that agree with the books',
      everyMs: 300,
    });
    expect(held).toBeGreaterThanOrEqual(60_000n);
    await expectBooksToBalance();
  });

  test('D16: a refund goes to the address of the order, not to one that sent it or that a mark names', async () => {
    const asked = await system.quoteOut(2);
    const stranger = system.freshAddress();
    const coins = [await system.fund(3, 400_000n)];
    const [output] = system.depositOutputs(asked.orderId, 300_000n);
    const mark = orderMarkScript(
      { orderIds: [asked.orderId], depositor: stranger },
      'compact',
      system.bitcoin.network,
    );
    const outputs = [output!, { script: mark, value: 0n }];
    await system.send(
      system.sign(3, { coins, outputs: [...outputs, system.change(3, { coins, outputs })] }),
    );
    await system.controls.mine(1);
    await expectRefund(asked.refundTo, 300_000n);
    expect(await system.balanceOf(stranger)).toBe(0n);
    // A stranger's fault does not end the order: its payer still may pay.
    expect((await system.status(asked.requestId)).status).not.toBe('refund');
    await expectBooksToBalance();
  });
});

test('D18: hundreds of dust deposits cost no fee and hold up nobody, though no endpoint lists them', async () => {
  // Each pays two outputs: together more than an endpoint of Esplora lists of one address.
  const count = 300;
  const asked = await system.quoteOut(4);
  const coins = [await system.fund(9, BigInt(count) * 3_000n + 100_000n)];
  const change = system.change(9, { coins, outputs: [] }, 0n);
  const outputs = Array.from({ length: count }, () => ({ ...change, value: 3_000n }));
  const fan = await system.send(system.sign(9, { coins, outputs }));
  await system.controls.mine(1);
  for (let vout = 0; vout < count; vout += 1) {
    const orderId = `0x${vout.toString(16).padStart(64, '0')}`;
    const dust = [{ ...change, value: 3_000n, txId: fan, vout }];
    const [output, mark] = system.depositOutputs(orderId, 300n);
    await system.send(system.sign(9, { coins: dust, outputs: [output!, mark!, output!] }));
  }
  const before = await refundCount();
  await system.send(signAmount(4, asked, 500_000n));
  await system.controls.mine(1);
  const listed = await fetch(`${system.bitcoin.esploraUrl}/address/${system.depository}/utxo`);
  expect(listed.status).toBe(400);
  await system.reaches(asked.requestId, 'success');
  await system.caughtUp();
  await system.controls.mine(1);
  await system.caughtUp();
  expect(await refundCount()).toBe(before);
  const waiting = await system.service.settlement.reconciliations.suspense();
  expect(waiting.filter(({ amount }) => amount === 600n).length).toBeGreaterThanOrEqual(count);
  await expectBooksToBalance();
});
