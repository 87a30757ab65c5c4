import type { DashboardMoney } from '@portage/core/schemas';
import type { ReactElement } from 'react';
import { StatusMark } from '../../activity/StatusMark.js';
import { shortAmount, shortUnits, usd } from '../../format/amounts.js';
import { AddressText } from '../../ui/AddressText.js';
import { CopyText } from '../../ui/CopyText.js';
import { CsvButton } from '../csv/CsvButton.js';
import { Panel } from '../Panel.js';
import { Table } from '../Table.js';
import { useChainList, type ChainList } from '../useChainList.js';
import { useClaims, type Claim } from '../useClaims.js';

/** Properties of {@link AppFees}. */
export interface AppFeesProps {
  readonly appFees: DashboardMoney['appFees'];
  /** Wallets whose claims are shown. */
  readonly wallets: readonly string[];
}

/**
 * Earnings of wallets in app fees, and their claims of them. Claims are signed by the wallet's
 * owner, whose key this page does not have.
 */
export function AppFees({ appFees, wallets }: AppFeesProps): ReactElement {
  const chains = useChainList();
  const claims = useClaims(wallets);
  return (
    <>
      <Panel title="App fees" note="Earned and not claimed">
        <Table
          label="App fees"
          columns={['Wallet', 'Balance', 'Not final yet', 'Chain', 'Worth', 'Claim']}
          numbers={['Balance', 'Not final yet', 'Worth']}
          rows={appFees.map(
            ({ wallet, currency, amountFormatted, pendingFormatted, amountUsd }) => [
              <AddressText key="wallet" address={wallet} label="wallet" />,
              `${shortAmount(amountFormatted)} ${currency.symbol}`,
              pendingFormatted === undefined
                ? '–'
                : `${shortAmount(pendingFormatted)} ${currency.symbol}`,
              chains.nameOf(currency.chainId),
              amountUsd === undefined ? '–' : usd(amountUsd),
              <CopyText
                key="claim"
                text={`portage app-fees claim --from ${currency.address}@${String(currency.chainId)} --key-file key.txt`}
                label="command"
                shown="portage app-fees claim"
              />,
            ],
          )}
          empty="No app fee waits. A key sees those of its app wallet."
        />
        <CsvButton
          name="app-fees"
          header={['wallet', 'amount', 'currency', 'chainId', 'pending', 'usd']}
          rows={appFees.map(({ wallet, currency, amountFormatted, ...fee }) => [
            wallet,
            amountFormatted,
            currency.symbol,
            currency.chainId,
            fee.pendingFormatted ?? '',
            fee.amountUsd ?? '',
          ])}
        />
        {appFees.length === 0 ? undefined : (
          <p className="mt-2 text-sm text-quiet">
            The owner of a wallet claims with its key: copy the command and run it where the key is.
          </p>
        )}
      </Panel>
      <Claims claims={claims} chains={chains} />
    </>
  );
}

interface ClaimsProps {
  readonly claims: readonly Claim[];
  readonly chains: ChainList;
}

/** Payouts of app fees: amounts, recipients and transactions. */
function Claims({ claims, chains }: ClaimsProps): ReactElement {
  return (
    <Panel title="Claims" note="The latest of these wallets">
      <Table
        label="Claims of app fees"
        columns={['Wallet', 'Status', 'Amount', 'Chain', 'Paid to', 'Transaction', 'Signed']}
        numbers={['Amount']}
        rows={claims.map((claim) => [
          <AddressText key="wallet" address={claim.wallet} label="wallet" />,
          <StatusMark key="status" status={claim.status} />,
          amountOf(claim, chains),
          chains.nameOf(claim.chainId),
          <AddressText key="recipient" address={claim.recipient} label="recipient" />,
          claim.txHash === null ? (
            '–'
          ) : (
            <CopyText key="transaction" text={claim.txHash} label="transaction" />
          ),
          new Date(claim.createdAt).toLocaleString('en'),
        ])}
        empty="Nothing was claimed."
      />
      <CsvButton
        name="payouts"
        header={['signedAt', 'status', 'wallet', 'amount', 'chainId', 'recipient', 'transaction']}
        rows={claims.map((claim) => [
          claim.createdAt,
          claim.status,
          claim.wallet,
          amountOf(claim, chains),
          claim.chainId,
          claim.recipient,
          claim.txHash ?? '',
        ])}
      />
    </Panel>
  );
}

/** Amount of a claim in whole units; in the smallest unit of a currency that is not listed. */
function amountOf({ chainId, currency, amount }: Claim, { all }: ChainList): string {
  const chain = all.find(({ id }) => id === chainId);
  const listed = [chain?.currency, ...(chain?.erc20Currencies ?? [])].find(
    (one) => one?.address === currency,
  );
  return listed === undefined
    ? amount
    : `${shortUnits(BigInt(amount), listed.decimals)} ${listed.symbol}`;
}
