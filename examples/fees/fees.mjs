import { readFileSync } from 'node:fs';
import { applySlippage, formatPercent, percentE2, splitAppFees } from '@portage/fees';

const { serviceUrl, chains, accounts } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const [payer, app] = accounts;

/** A quarter of a percent of the input is the app's, and the price may slip by one percent. */
const appFeeBps = 25n;
const slippageBps = 100n;
const request = {
  user: payer.address,
  originChainId: 8453,
  originCurrency: '0x0000000000000000000000000000000000000000',
  destinationChainId: 10,
  destinationCurrency: chains[10].tokens.usdc.address,
  tradeType: 'EXACT_INPUT',
  amount: '100000000000000000',
  slippageTolerance: slippageBps.toString(),
  appFees: [{ recipient: app.address, fee: appFeeBps.toString() }],
};
const response = await fetch(`${serviceUrl}/quote/v2`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(request),
});
const { details, fees, message } = await response.json();
if (!response.ok) throw new Error(message);

const { total } = splitAppFees(BigInt(request.amount), [
  { recipient: app.address, bpsE24: appFeeBps * 10n ** 24n },
]);
const out = BigInt(details.currencyOut.amount);
const { minimumAmount } = applySlippage(out, slippageBps);

compare('app fee', total, fees.app.amount);
compare('least amount', minimumAmount, details.currencyOut.minimumAmount);
compare(
  'relayer',
  BigInt(fees.relayerGas.amount) + BigInt(fees.relayerService.amount),
  fees.relayer.amount,
);
console.log(`the app's share is ${formatPercent(percentE2(total, BigInt(request.amount)))} %`);

function compare(name, expected, shown) {
  if (expected !== BigInt(shown)) throw new Error(`${name}: ${expected} expected, ${shown} shown`);
  console.log(`${name}: ${shown} is right`);
}
