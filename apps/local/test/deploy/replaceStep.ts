import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quote } from '@portage/core';
import { chainsResponseSchema } from '@portage/core/schemas';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { deployWithDeaths, initialize, type Outcome } from './deploySteps.js';
import { giveMoney } from './fundStep.js';
import { payQuote } from './payQuote.js';
import type { Trial } from './trial.js';
import { withService, type Served } from './withService.js';

/** Salt of the second set of contracts. */
const secondSalt: Hex = `0x${'02'.repeat(32)}`;

/**
 * A second set of contracts, with a service of its own, takes the place of the first one: the
 * service of the first one settles what it quoted before, and takes no more orders.
 */
export async function replaceContracts(trial: Trial): Promise<Outcome> {
  const heir = await heirOf(trial);
  const prepared = [await initialize(heir), await deployWithDeaths(heir)];
  const faults = prepared.flatMap((outcome) => outcome.faults);
  if (faults.length > 0) return { figures: '', faults };
  await giveMoney(heir);
  const quotes: Quote[] = [];
  const quoted = await withService(trial, async (served) => {
    quotes.push((await ask(trial, served)) as Quote);
    return { figures: '', faults: [] };
  });
  const [quote] = quotes;
  if (quote === undefined) return quoted;
  return withService(
    trial,
    (old) => withService(heir, (fresh) => runBoth(trial, { heir, quote, old, fresh })),
    ['--drain'],
  );
}

/** The same networks with contracts, solver and folder of their own. */
async function heirOf(trial: Trial): Promise<Trial> {
  const folder = join(trial.folder, 'second');
  await mkdir(folder);
  const solver = generatePrivateKey();
  const stop = (): Promise<void> => Promise.resolve();
  return {
    ...trial,
    folder,
    env: { ...trial.env, PORTAGE_SOLVER_KEY: solver },
    keys: { ...trial.keys, solver },
    others: { stop },
    kills: 0,
    salt: secondSalt,
  };
}

interface Both {
  readonly heir: Trial;
  /** Quote of the old service from before it was drained. */
  readonly quote: Quote;
  readonly old: Served;
  readonly fresh: Served;
}

async function runBoth(trial: Trial, { heir, quote, old, fresh }: Both): Promise<Outcome> {
  const refused = await ask(trial, old);
  const { chains } = chainsResponseSchema.parse(await (await fetch(`${old.url}/chains`)).json());
  const before = await payQuote(trial, { url: old.url, quote });
  const after = await payQuote(heir, { url: fresh.url, quote: (await ask(heir, fresh)) as Quote });
  const code: unknown = Reflect.get(Object(refused), 'code');
  const open = chains.filter(({ disabled }) => !disabled).map(({ name }) => name);
  return {
    figures: `an order of before: ${before}, a new one: ${String(code)}, one by the second contracts: ${after}`,
    faults: [
      ...(before === 'success'
        ? []
        : [`an order of before: ${before}; ${old.log().slice(-2_000)}`]),
      ...(after === 'success' ? [] : [`an order after it: ${after}; ${fresh.log().slice(-2_000)}`]),
      ...(code === 'CHAIN_DISABLED' ? [] : [`a new order got ${JSON.stringify(refused)}`]),
      ...open.map((name) => `${name} is said to be open`),
    ],
  };
}

/** Answer to a request for a quote from the first network to the second. */
async function ask({ networks, keys }: Trial, { url }: Served): Promise<unknown> {
  const [origin, destination] = networks;
  const user = privateKeyToAccount(keys.payer).address;
  const answer = await fetch(`${url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user,
      originChainId: origin?.chainId,
      destinationChainId: destination?.chainId,
      originCurrency: origin?.usdc,
      destinationCurrency: destination?.usdc,
      amount: '3000000',
    }),
  });
  return answer.json();
}
