import { privateKeyToAccount } from 'viem/accounts';
import { lastWords, readJson, service, type Outcome } from './deploySteps.js';
import type { Trial } from './trial.js';

/** `fund` names every currency of an empty solver; once it has its inventory, none lacks any. */
export async function fund(trial: Trial): Promise<Outcome> {
  const before = await service(trial, ['fund', '--json']);
  await giveMoney(trial);
  const after = await service(trial, ['fund', '--json']);
  const [empty, full] = [before, after].map((ended) =>
    ended.output === '' ? [] : readJson(ended),
  );
  const lacking = empty?.filter(({ missing, wanted }) => missing !== '0' && missing === wanted);
  const wrong = [[before, 1, 'lacked something'] as const, [after, 0, 'had all'] as const].filter(
    ([{ code }, wanted]) => code !== wanted,
  );
  return {
    figures: `${String(full?.length ?? 0)} currencies`,
    faults: [
      ...wrong.map(
        ([ended, , state]) =>
          `fund ended with ${String(ended.code)} where the solver ${state}: ${lastWords(ended)}`,
      ),
      ...(lacking?.length === full?.length && full?.length !== 0
        ? []
        : [`fund named ${String(lacking?.length ?? 0)} currencies of an empty solver`]),
    ],
  };
}

/** Inventory of the solver and money of the payer; on Bitcoin four coins, for fills at once. */
export async function giveMoney({ networks, others, keys }: Trial): Promise<void> {
  const solver = privateKeyToAccount(keys.solver).address;
  const payer = privateKeyToAccount(keys.payer).address;
  for (const network of networks) {
    await network.give(solver, { native: 10n, usdc: 2_000n });
    await network.give(payer, { native: 1n, usdc: 100n });
  }
  const { solana, bitcoin } = others;
  await solana?.give(keys.solana.solver.address, { sol: 20n, usdc: 2_000n });
  await solana?.give(keys.solana.payer.address, { sol: 2n, usdc: 100n });
  for (let coins = 0; coins < 4; coins += 1)
    await bitcoin?.give(keys.bitcoin.solver.address, 10_000_000n);
  await bitcoin?.give(keys.bitcoin.payer.address, 10_000_000n);
}
