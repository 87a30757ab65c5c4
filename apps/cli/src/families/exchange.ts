import { PortageError, type ChainInfo } from '@portage/sdk';
import type { DevnetFile } from '../devnetFile.js';
import { usageError } from '../usageError.js';
import { endpointOf } from './endpointOf.js';
import { evmFamily, toEvmAccount } from './evm.js';
import type { Family, Holder, Owner, Signer } from './family.js';
import { isAddressOf } from './isAddressOf.js';

/**
 * The perpetuals exchange. A key names the account and the place of its API key, then the API key
 * and the key of the account's owner in hex, with colons between.
 */
export const exchangeFamily: Family = {
  isAddress: async (text) =>
    isAddressOf((await import('@portage/sdk/exchange')).exchangeCodec, text),
  openSigner,
  readBalances,
  findAccounts,
};

/** Index of the account, index of the API key, API key, key of the account's owner. */
const keyPattern = /^(\d{1,15}):(\d{1,3}):(?:0x)?([0-9a-f]{80}):(?:0x)?([0-9a-f]{64})$/i;

async function openSigner(key: string, chain: ChainInfo): Promise<Signer> {
  const { createExchangeExecutor, exchangeCodec, keySigner } =
    await import('@portage/sdk/exchange');
  const [, account = '', apiKeyIndex = '', apiKey = '', ownerKey = ''] = keyPattern.exec(key) ?? [];
  const signer = openKey(() => {
    const owner = toEvmAccount(ownerKey);
    return keySigner({
      accountIndex: Number(exchangeCodec.normalizeAddress(account)),
      apiKeyIndex: Number(apiKeyIndex),
      privateKey: Uint8Array.from(Buffer.from(apiKey, 'hex')),
      owner: { address: owner.address, signMessage: (message) => owner.signMessage({ message }) },
    });
  });
  return {
    address: String(signer.accountIndex),
    createExecutor: (chains, devnet) =>
      createExchangeExecutor({
        signer,
        url: endpointOf(chain.id, chains, devnet),
        chainId: chain.id,
        circuitId: circuitIdOf(chain, devnet),
      }),
  };
}

/** The same sentence for every text that is no key, without the text. */
function openKey<Key>(open: () => Key): Key {
  try {
    return open();
  } catch {
    throw usageError(
      'The key is not account:api-key-index:api-key:owner-key, with 40 and 32 bytes of hex.',
    );
  }
}

/** Id of the exchange's own signatures; undefined stands for its main network. */
function circuitIdOf({ id }: ChainInfo, devnet: DevnetFile | undefined): number | undefined {
  return devnet?.chains.find((chain) => chain.id === id)?.circuitId;
}

async function readBalances({ chain, url, account }: Holder): Promise<ReadonlyMap<string, bigint>> {
  const { createExchangeApi } = await import('@portage/sdk/exchange');
  const { currencyOf } = await import('@portage/exchange/codec');
  const found = await createExchangeApi({ url }).account(Number(account), noSignal());
  if (found === undefined)
    throw new PortageError('INVALID_ADDRESS', {
      message: `There is no account ${account} on ${chain.displayName}.`,
      hint: 'Look the index up with portage accounts and the address of the owner.',
    });
  return new Map(
    found.balances.flatMap(({ amount, ...asset }) => {
      const currency = currencyOf(asset);
      return currency === undefined ? [] : [[currency, amount] as const];
    }),
  );
}

async function findAccounts({ url, owner }: Owner): Promise<readonly string[]> {
  if (!(await evmFamily.isAddress(owner)))
    throw usageError(`"${owner}" is no address of an EVM wallet.`);
  const { createExchangeApi } = await import('@portage/sdk/exchange');
  const all = await createExchangeApi({ url }).accountsOf(owner, noSignal());
  return all.map(String);
}

/** Answers are bounded in time without a signal, too. */
function noSignal(): AbortSignal {
  return new AbortController().signal;
}
