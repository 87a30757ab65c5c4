import { solanaDeaths } from '../../../service/test/solanaDeaths.js';
import { spread } from './deaths.js';
import { faultsOf, missedBy, readJson, service, type Outcome } from './deploySteps.js';
import { failures } from './liveSteps.js';
import type { TrialSolana } from './otherNetworks.js';
import type { Trial } from './trial.js';

const deploy = ['deploy', 'solana', '--yes', '--json'];

/** Deployments of the programs that die, and one that ends. */
export async function deploySolanaWithDeaths(trial: Trial): Promise<Outcome> {
  const points = spread(solanaDeaths, trial.kills);
  const faults: string[] = [];
  for (const point of points) {
    const died = await service(trial, deploy, { PORTAGE_FAILPOINT: point });
    faults.push(...missedBy(died, point));
  }
  const ended = await service(trial, [...deploy, '--fill']);
  faults.push(...faultsOf('deploy', ended));
  return { figures: `${String(points.length)} deaths`, faults };
}

/** A second run sends nothing. */
export async function deploySolanaAgain(trial: Trial, solana: TrialSolana): Promise<Outcome> {
  const before = await sentBy(trial, solana);
  const ended = await service(trial, deploy);
  const after = await sentBy(trial, solana);
  return {
    figures: `${String(before)} transactions in all`,
    faults: [
      ...faultsOf('deploy', ended),
      ...(after === before ? [] : [`a second run sent more: ${String(after)}`]),
    ],
  };
}

/** Transactions that the deployer signed, without the one that gave it money. */
async function sentBy({ keys }: Trial, { chain }: TrialSolana): Promise<number> {
  const params = [keys.solana.deployer.address, { commitment: 'confirmed' }];
  const response = await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSignaturesForAddress', params }),
  });
  // The shape is that of the method.
  const { result } = (await response.json()) as { readonly result: readonly unknown[] };
  return result.length - 1;
}

/** `verify` finds one changed byte of a program at one endpoint. */
export async function damageSolana(trial: Trial, { second }: TrialSolana): Promise<Outcome> {
  const verify = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    readJson(await service(trial, ['verify', 'solana', '--json']));
  const address = (await verify()).find(({ check }) => check === 'code depository')?.['message'];
  second.damage(String(address));
  const found = failures(await verify());
  const isFound = found.some((each) => each.includes('byte 1000 of the program is'));
  return {
    figures: `${String(found.length)} differences`,
    faults: isFound && found.length === 1 ? [] : [`verify found: ${found.join('; ')}`],
  };
}
