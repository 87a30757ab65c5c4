import { accounts } from '../accounts.js';
import type { Entry } from '../createLedger.js';
import type { AssetAmount } from './transactionEntry.js';

/** Earnings of an app that stand behind the fast fill of an order. */
export interface FastFillCollateral {
  readonly orderId: string;
  /** Wallet of the app. */
  readonly wallet: string;
  readonly collateral: readonly AssetAmount[];
}

/** Part of a hold and the account that takes it. */
interface Taken extends AssetAmount {
  /** Account of a solver. */
  readonly account: string;
}

/** A hold that became the app's loss, by the solvers that get it. */
export interface FastFillDebit extends Omit<FastFillCollateral, 'collateral'> {
  readonly collateral: readonly (AssetAmount & { readonly solver: string })[];
}

function move(
  kind: string,
  orderId: string,
  parts: readonly (AssetAmount & { readonly from: string; readonly to: string })[],
): Entry {
  return {
    kind,
    ref: orderId,
    postings: parts.flatMap(({ asset, amount, from, to }) => [
      { account: from, asset, amount: -amount },
      { account: to, asset, amount },
    ]),
  };
}

const toSolvers = ({ collateral }: FastFillDebit): readonly Taken[] =>
  collateral.map(({ asset, amount, solver }) => ({
    asset,
    amount,
    account: accounts.solver(solver),
  }));

/** Sets an app's earnings apart for a fast fill; once an order. */
export function fastFillCollateralEntry({
  orderId,
  wallet,
  collateral,
}: FastFillCollateral): Entry {
  const [from, to] = [accounts.appFee(wallet), accounts.appFeeCollateral(wallet, orderId)];
  return move(
    'fast fill hold',
    orderId,
    collateral.map((part) => ({ ...part, from, to })),
  );
}

/** Gives an app back what stood behind a fast fill; once an order. */
export function fastFillReleaseEntry({ orderId, wallet, collateral }: FastFillCollateral): Entry {
  const [from, to] = [accounts.appFeeCollateral(wallet, orderId), accounts.appFee(wallet)];
  return move(
    'fast fill release',
    orderId,
    collateral.map((part) => ({ ...part, from, to })),
  );
}

/** Takes what stood behind a fast fill whose deposit never came; once an order. */
export function fastFillDebitEntry(debit: FastFillDebit): Entry {
  const from = accounts.appFeeCollateral(debit.wallet, debit.orderId);
  return move(
    'fast fill debit',
    debit.orderId,
    toSolvers(debit).map(({ account: to, ...part }) => ({ ...part, from, to })),
  );
}

/** Gives an app back what was taken, because the deposit came after all; once an order. */
export function fastFillReturnEntry(debit: FastFillDebit): Entry {
  const to = accounts.appFee(debit.wallet);
  return move(
    'fast fill return',
    debit.orderId,
    toSolvers(debit).map(({ account: from, ...part }) => ({ ...part, from, to })),
  );
}
