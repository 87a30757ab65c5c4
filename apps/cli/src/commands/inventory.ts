import { exitCodes, type ExitCode } from '../exitCodes.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

/** `portage inventory`: balances of senders by the books, with earnings that are to come home. */
export async function listInventory(
  { output, io }: Session,
  options: DataOptions,
): Promise<ExitCode> {
  const { held, earnings } = await withSettlement(options, io, async (settlement) => ({
    held: await settlement.inventory.all(settlement),
    earnings: await settlement.collections.earnings(),
  }));
  const dueOf = new Map(
    earnings.map(({ chainId, currency, due }) => [`${String(chainId)} ${currency}`, due]),
  );
  if (held.length === 0 && !output.json) output.result({}, ['Nothing was counted yet.']);
  for (const { chainId, sender, currency, balance, reserved, isHalted = false } of held) {
    const due = dueOf.get(`${String(chainId)} ${currency}`) ?? 0n;
    const [total, promised, free, home] = [balance, reserved, balance - reserved, due].map(String);
    output.result(
      {
        ...{ event: 'inventory', chainId, sender, currency },
        ...{ balance: total, reserved: promised, free, due: home, isHalted },
      },
      [
        `${String(chainId)}  ${currency}  free ${free ?? ''}, promised ${promised ?? ''}, due ${home ?? ''}${isHalted ? '  HALTED: less was found than the books say' : ''}`,
      ],
    );
  }
  return exitCodes.ok;
}
