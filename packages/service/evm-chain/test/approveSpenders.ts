import type { Chain } from '@portage/core/chain';
import { eventually } from '@portage/testing';

/** Lets the filler and bridges take the solver's tokens, as its worker does at its first start. */
export async function approveSpenders({ spend }: Chain): Promise<void> {
  if (spend?.allowances === undefined) return;
  const low = (await spend.allowances()).flatMap(({ renewal }) => renewal ?? []);
  if (low.length === 0) return;
  const intents = low.map(({ to, data, gasLimit }, index) => {
    const key = `allowance ${String(index)}`;
    return { type: 'relay', orderId: key, key, to, value: 0n, data, gasLimit } as const;
  });
  const signed = await spend.prepare(intents, await spend.nextSequence());
  await spend.broadcast(signed);
  const readLow = async (): Promise<number> =>
    ((await spend.allowances?.()) ?? []).filter(({ isLow }) => isLow).length;
  await eventually(readLow, (left) => left === 0, { what: 'the allowances of the solver' });
}
