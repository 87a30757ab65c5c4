import { createBank } from '../chain/createBank.js';
import { createLedger } from '../chain/createLedger.js';
import { createClock } from '../control/createClock.js';
import { createFaucet } from '../control/createFaucet.js';
import { createIntake } from '../control/createIntake.js';
import { createPace } from '../control/createPace.js';
import { applyGenesis } from '../genesis/applyGenesis.js';
import { deriveSolanaAccounts } from '../keys/deriveSolanaKeys.js';
import { devnetTestPools } from '../genesis/openTestPools.js';
import { startServer } from '../server/startServer.js';
import { createVenue } from '../venue/createVenue.js';
import {
  blockhashWindow,
  blocksMax,
  type nodeReadySchema,
  type NodeConfiguration,
} from './nodeConfiguration.js';
import type { z } from 'zod';

/** Starts the chain in this process; it runs until the process ends. */
export async function runNode(
  configuration: NodeConfiguration,
): Promise<z.infer<typeof nodeReadySchema>> {
  const { confirmedAfter, finalizedAfter, seed, slotMs, users, accounts, port } = configuration;
  const keys = deriveSolanaAccounts(users, configuration.usdcMint);
  const bank = createBank();
  applyGenesis(bank, keys);
  for (const { address, owner, executable, dataBase64 } of accounts) {
    const data = Buffer.from(dataBase64, 'base64');
    bank.setAccount(address, {
      lamports: bank.rentExemption(data.length),
      data,
      owner,
      executable,
    });
  }
  const clock = createClock();
  const ledger = createLedger(
    bank,
    { confirmedAfter, finalizedAfter, blockhashWindow, blocksMax, now: () => clock.now() },
    Buffer.from(seed, 'hex'),
  );
  const faucet = createFaucet({ ledger, keypair: keys.roles.faucet, usdc: keys.usdc.address });
  const server = await startServer(
    {
      ledger,
      intake: createIntake(ledger),
      pace: createPace(ledger, slotMs),
      clock,
      faucet,
      venue: createVenue(ledger, devnetTestPools(keys)),
    },
    port,
  );
  return { ...server, genesisHash: ledger.genesisHash };
}
