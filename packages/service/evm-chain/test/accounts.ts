import { mnemonicToAccount, type HDAccount } from 'viem/accounts';

const mnemonic = 'test test test test test test test test test test test junk';

function account(addressIndex: number): HDAccount & { readonly privateKey: `0x${string}` } {
  const hd = mnemonicToAccount(mnemonic, { addressIndex });
  const privateKey: `0x${string}` = `0x${Buffer.from(hd.getHdKey().privateKey!).toString('hex')}`;
  return { ...hd, privateKey };
}

/** Accounts that anvil funds, by the role they play in tests. */
export const accounts = {
  owner: account(0),
  solver: account(1),
  allocator: account(2),
  user: account(3),
  other: account(4),
};
