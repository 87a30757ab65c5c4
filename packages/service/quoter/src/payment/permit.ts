import { type PortageError, requestFault, type ParsedQuoteBody } from '@portage/core';
import type { OrderPayment, PayingSide } from './paymentMethod.js';

/** Validity of a permit by default, seconds (docs/spec/quote.md#default-permitExpiry). */
const permitExpirySeconds = 600;

/**
 * A deposit that the solver makes with the payer's signature.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` where the currency cannot be taken so
 */
export function createPermitPayment(
  { permitExpiry = permitExpirySeconds, indicativeQuote }: ParsedQuoteBody,
  { chain, asset, deposits, payer }: PayingSide,
): OrderPayment {
  const { permits } = deposits;
  const currency = asset.address;
  if (permits?.gas({ currency }) === undefined)
    throw refusal(`${asset.symbol} on chain ${String(chain.id)} cannot be paid with a signature.`);
  return {
    type: 'permit',
    depository: deposits.depository,
    payerGas: (cost) =>
      permits.needsApproval(currency) ? cost({ type: 'approve', currency }) : 0n,
    solverGas: (cost, swapGas) => {
      const gasLimit = permits.gas({ currency, swapGas });
      return gasLimit === undefined ? 0n : cost({ type: 'relay', gasLimit });
    },
    solverPaysSwapGas: true,
    // An indicative quote asks for no signature.
    ask:
      permits.readNonce === undefined || indicativeQuote === true
        ? undefined
        : async (signal) => ({
            permitNonce: await permits.readNonce?.({ currency, payer }, signal),
          }),
    steps: (input, { now, fillBy, permitNonce }) => {
      const expiresAt = Math.min(Math.floor(now / 1000) + permitExpiry, Math.floor(fillBy / 1000));
      const { steps, terms } = permits.offer({ ...input, expiresAt, nonce: permitNonce });
      return { steps, terms: { permit: terms } };
    },
  };
}

function refusal(reason: string): PortageError {
  return requestFault('usePermit', reason, {
    code: 'UNSUPPORTED_FEATURE',
    hint: 'Leave usePermit out, or pay with a currency whose supportsPermit is true.',
  });
}
