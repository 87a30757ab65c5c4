import { isPortageError } from '@portage/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMint, type MintOptions } from '../test/createMint.js';
import { openSolana } from '../test/openSolana.js';
import { startChain, type TestChain } from '../test/startChain.js';
import type { SolanaAssetSettings } from './chainConfig.js';

const closing = new AbortController();
let node: TestChain;

beforeAll(async () => {
  node = await startChain();
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

/** Opens the chain with one token more; undefined where it opens, else the error's text. */
async function faultOf(asset: Pick<SolanaAssetSettings, 'address' | 'tokenProgram'>) {
  const listed = { id: 'new', symbol: 'NEW', name: 'New', decimals: 6, ...asset };
  const config = { ...node.config, assets: [...node.config.assets, listed] };
  const stop = new AbortController();
  try {
    await openSolana(config, stop.signal, node.keys);
    return undefined;
  } catch (error) {
    if (!isPortageError(error, 'INVALID_CONFIGURATION')) throw error;
    return { path: error.details[0]?.path, message: error.message };
  } finally {
    stop.abort();
  }
}

const tokenProgram = 'spl-token-2022';

describe('a listed mint of Token-2022', () => {
  it.each([[[]], [['MetadataPointer']], [['InterestBearingConfig', 'GroupPointer']]] as const)(
    'R15: opens with %j, in whose transfers nothing is lost',
    async (extensions) => {
      const address = await createMint(node, { extensions });
      expect(await faultOf({ address, tokenProgram })).toBeUndefined();
    },
  );

  it.each([
    ['TransferFeeConfig', 'a part of each transfer is kept'],
    ['MintCloseAuthority', 'the mint can be closed and made anew'],
    ['DefaultAccountState', 'new accounts are frozen'],
    ['NonTransferable', 'nobody can transfer it'],
    ['PermanentDelegate', 'a delegate may take it out of every account'],
    ['TransferHook', 'a program of the issuer may refuse each transfer'],
    ['ConfidentialTransferMint', 'amounts and balances may be hidden'],
    ['ScaledUiAmount', 'wallets show other amounts than are moved'],
    ['Pausable', 'all transfers can be stopped'],
  ] as const)('R15: is refused by the name of %s', async (name, reason) => {
    const options: MintOptions = { extensions: ['MetadataPointer', name] };
    const fault = await faultOf({ address: await createMint(node, options), tokenProgram });
    expect(fault).toEqual({
      path: 'assets.2.address',
      message: expect.stringContaining(`NEW has the extension ${name}: ${reason}`) as string,
    });
  });

  it('R6: is refused where the settings name the other program, which the error tells', async () => {
    expect(await faultOf({ address: await createMint(node) })).toEqual({
      path: 'assets.2.tokenProgram',
      message: expect.stringContaining(
        'NEW is a mint of spl-token-2022, not of spl-token',
      ) as string,
    });
    expect(await faultOf({ address: node.usdc, tokenProgram })).toMatchObject({
      path: 'assets.2.tokenProgram',
    });
  });

  it('R6: is refused where the account is a token account', async () => {
    const address = node.programs.depository;
    expect(await faultOf({ address, tokenProgram })).toMatchObject({
      message: expect.stringContaining('NEW is no mint of a token program') as string,
    });
  });
});
