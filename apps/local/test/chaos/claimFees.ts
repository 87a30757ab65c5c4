import { claimAppFees, createPortage, getAppFeeClaims } from '@portage/sdk';
import { findPlace, type Place } from '../../src/currencies.js';
import type { DemonstrationContext } from '../../src/demonstrations/demonstration.js';
import { openSide } from '../../src/demonstrations/transfer.js';
import { balanceReader } from '../soak/world.js';
import { pause } from '../soak/startLiars.js';
import type { ChaosApp } from './createChaosApp.js';

/** Fees that each claim takes out: 0.50 USDC, a small part of what one order earns. */
const claimedUnits = 500_000n;

/** Milliseconds between two claims, and until one that does not end is left to itself. */
const claimEveryMs = 1_500;
const claimMsMax = 60_000;

/** Claims of an app: how they ended, and what is wrong with them. */
export interface ClaimFigures {
  readonly paid: number;
  readonly returned: number;
  readonly open: number;
  readonly faults: readonly string[];
}

/** Surroundings of the claims: those of the app's owner, and the account that is paid. */
export interface ClaimsContext {
  readonly context: DemonstrationContext;
  readonly app: Pick<ChaosApp, 'wallet'>;
  readonly place: Place;
  readonly recipient: string;
}

/** Opens the claims of an app to an account that receives nothing else. */
export async function openClaims(
  surroundings: DemonstrationContext,
  app: ChaosApp,
): Promise<ClaimsContext> {
  const context = { ...surroundings, privateKey: app.privateKey };
  const place = findPlace(context.devnet, 'usdc@base');
  return { context, app, place, recipient: await openSide(context, place).freshAccount() };
}

/** Claims that are under way at once: one is paid for good only when its chain is final. */
const claimsMax = 6;

/** Claims fees of an app, one small part after the other, until the signal aborts. */
export async function claimFees(claims: ClaimsContext, signal: AbortSignal): Promise<void> {
  await Promise.all(Array.from({ length: claimsMax }, () => claimOn(claims, signal)));
}

async function claimOn(
  { context, app, place, recipient }: ClaimsContext,
  signal: AbortSignal,
): Promise<void> {
  const { client } = createPortage({ baseUrl: context.serviceUrl, source: 'portage.chaos' });
  const { executor } = openSide(context, place);
  const terms = {
    wallet: app.wallet,
    chainId: place.chainId,
    currency: place.address,
    recipient,
    amount: claimedUnits.toString(),
  };
  while (!signal.aborted) {
    // A claim fails where the app has earned too little, or where no process answers.
    await claimAppFees(client, terms, {
      executor,
      pollMs: 500,
      signal: AbortSignal.any([signal, AbortSignal.timeout(claimMsMax)]),
    }).catch(() => undefined);
    await pause(claimEveryMs, signal);
  }
}

/** Compares what the service says of the claims with what their recipient has. */
export async function checkClaims({
  context,
  app,
  place,
  recipient,
}: ClaimsContext): Promise<ClaimFigures> {
  const { client } = createPortage({ baseUrl: context.serviceUrl, source: 'portage.chaos' });
  const claims = await listClaims(client, app.wallet);
  const count = (status: string): number => claims.filter((one) => one.status === status).length;
  const paid = claims
    .filter(({ status }) => status === 'success')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const received = await balanceReader(context)(place, recipient);
  const [ended, returned] = [count('success'), count('failure')];
  const open = claims.length - ended - returned;
  const faults = [
    ...(received === paid ? [] : [`claims of ${String(paid)} units paid ${String(received)}`]),
    ...(open === 0 ? [] : [`${String(open)} claims did not end`]),
    ...(ended === 0 ? ['no claim was paid'] : []),
  ];
  return { paid: ended, returned, open, faults };
}

type Claims = Awaited<ReturnType<typeof getAppFeeClaims>>['claims'];

/** All claims of a wallet, page by page. */
async function listClaims(
  client: ReturnType<typeof createPortage>['client'],
  wallet: string,
): Promise<Claims> {
  const claims: Claims[number][] = [];
  for (let continuation: string | undefined; ;) {
    const page = await getAppFeeClaims(
      client,
      wallet,
      continuation === undefined ? {} : { continuation },
    );
    claims.push(...page.claims);
    continuation = page.continuation;
    if (continuation === undefined) return claims;
  }
}
