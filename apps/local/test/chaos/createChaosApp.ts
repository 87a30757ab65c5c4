import type { Quote } from '@portage/core';
import { openDatabase } from '@portage/database';
import { createServiceDatabase } from '@portage/service';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';

/** Money that the sponsor has, in micro-USD. */
const sponsorMicroUsd = 1_000_000_000n;

/** App whose orders earn fees, are sponsored and are filled ahead. */
export interface ChaosApp {
  /** Wallet that earns its fees. */
  readonly wallet: string;
  /** Key of the wallet's owner. */
  readonly privateKey: Hex;
  /** Secret of a key with a sponsor. */
  readonly sponsorKey: string;
  /** Asks for a fast fill; what the app has not earned yet is no reason to stop. */
  readonly askForFastFill: (quote: Quote) => Promise<void>;
}

/** Makes the keys of the app in the database, as an operator would. */
export async function createChaosApp(databaseUrl: string, serviceUrl: string): Promise<ChaosApp> {
  const opened = await createServiceDatabase(
    await openDatabase({ databaseUrl, connectionsMax: 2 }),
  );
  try {
    const { access, settlement } = opened;
    const privateKey = generatePrivateKey();
    const wallet = privateKeyToAddress(privateKey).toLowerCase();
    const sponsor = 'chaos';
    await settlement.sponsors.credit({ account: sponsor, microUsd: sponsorMicroUsd, ref: sponsor });
    const { secret: sponsorKey } = await access.keys.create({ name: sponsor, sponsor });
    const { secret: appKey } = await access.keys.create({ name: 'chaos app', appWallet: wallet });
    return {
      wallet,
      privateKey,
      sponsorKey,
      askForFastFill: async ({ requestId }) => {
        await fetch(`${serviceUrl}/fast-fill`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': appKey },
          body: JSON.stringify({ requestId }),
        });
      },
    };
  } finally {
    await opened.close();
  }
}
