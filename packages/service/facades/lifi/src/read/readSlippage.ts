import { Money, requestFault, type PortageError } from '@portage/core';
import { isNumberText } from './numberText.js';

/** Decimals of a share whose smallest unit is a basis point. */
const bpsDecimals = 4;
const plainShare = /^(\d{1,6})(?:\.(\d{1,30}))?$/;
/** Below it numbers print with an exponent; it is far finer than a basis point. */
const finestShare = 0.000_001;

/**
 * Slippage in basis points, as `POST /quote/v2` takes it, of LI.FI's share of one: `0.005` is 50.
 * Fractions of a basis point are cut off, so that it never allows more than was requested.
 *
 * @throws PortageError `INVALID_SLIPPAGE_TOLERANCE`
 */
export function readSlippage(value: string | number | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && !isNumberText(value)) throw slippageFault();
  const share = Number(value);
  const match = plainShare.exec(share >= 0 && share < finestShare ? '0' : String(share));
  if (match?.[1] === undefined) throw slippageFault();
  const fraction = (match[2] ?? '').slice(0, bpsDecimals).padEnd(bpsDecimals, '0');
  const bps = Money.parse(`${match[1]}.${fraction}`, bpsDecimals);
  if (bps > Money.wholeBps) throw slippageFault();
  return bps.toString();
}

function slippageFault(): PortageError {
  const fault = 'is no share from 0 to 1, as in 0.005';
  return requestFault('slippage', fault, {
    code: 'INVALID_SLIPPAGE_TOLERANCE',
    message: `slippage ${fault}.`,
  });
}
