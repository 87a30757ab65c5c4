import { bytesToHex, hexToBytes } from '@portage/core';
import { hashElements } from '@portage/exchange/signature';
import { writeJson } from '../api/writeJson.js';
import type { Exchange } from '../exchange.js';
import { eth } from '../parameters.js';
import type { Deposit } from './readDeposits.js';

/** Type of a deposit among the exchange's transactions. */
const depositType = 1;
/** Wei of the smallest unit of ETH on the exchange. */
const weiPerUnit = 10n ** 10n;

/** Credits a deposit to the account of its receiver, which is opened where there is none. */
export function creditDeposit({ accounts, transactions }: Exchange, deposit: Deposit): void {
  const { to: owner, assetIndex, routeType, amount: units } = deposit;
  const amount = assetIndex === eth.assetIndex ? units / weiPerUnit : units;
  const account = accounts.ownedBy(owner)[0] ?? accounts.open(owner);
  const accountIndex = account.index;
  const place = new DataView(hexToBytes(deposit.transactionHash).buffer);
  const id = hashElements([
    BigInt(depositType),
    BigInt(place.getUint32(0)),
    deposit.blockNumber,
    BigInt(deposit.logIndex),
  ]);
  transactions.add({
    hash: bytesToHex(id).slice(2),
    type: depositType,
    info: writeJson({
      AccountIndex: accountIndex,
      L1Address: account.owner,
      AssetIndex: assetIndex,
      RouteType: routeType,
      Amount: amount,
    }),
    accounts: [accountIndex],
    nonce: 0,
    expiredAt: 0,
    debits: [],
    credits: [{ accountIndex, assetIndex, routeType, amount }],
    originTxId: deposit.transactionHash,
  });
}
