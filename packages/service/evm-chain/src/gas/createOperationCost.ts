import type { Observed } from '@portage/core';
import type { GasOperation } from '@portage/core/chain';
import type { DataFeeMemory } from './createDataFees.js';
import type { RecipientGas } from './createRecipientGas.js';
import { dataFeeOf, operatorFeeOf } from './dataFee.js';
import { expectedPrice, offeredPrice, type Fees } from './fees.js';
import type { FeeMemory } from './createFees.js';
import { gasUnits } from './gasUnits.js';
import { payloadBytes } from './payloadBytes.js';

/** Prices and gas that costs are counted from, from memory. */
export interface CostMemory {
  readonly market: Pick<FeeMemory, 'market'>;
  readonly dataFees: Pick<DataFeeMemory, 'latest'>;
  readonly recipientGas: Pick<RecipientGas, 'units'>;
}

/**
 * Cost of an operation now, in wei; undefined before prices are known.
 *
 * @param fees - what a transaction offers; what one of the market would where left out
 */
export type OperationCost = (operation: GasOperation, fees?: Fees) => Observed<bigint> | undefined;

/** Gas at its price, and what the chain takes for the bytes of the transaction and its operator. */
export function createOperationCost({ market, dataFees, recipientGas }: CostMemory): OperationCost {
  return (operation, fees) => {
    const [now, data] = [market.market(), dataFees.latest()];
    const units = gasUnits(operation) + recipientGas.units(operation);
    if (now === undefined || data === undefined) return undefined;
    const price = fees === undefined ? expectedPrice(now.value) : offeredPrice(now.value, fees);
    return {
      value:
        units * price +
        dataFeeOf(data.value, payloadBytes(operation)) +
        operatorFeeOf(data.value, units),
      observedAt: Math.min(now.observedAt, data.observedAt),
    };
  };
}
