import { readQuantity } from '../rpc/parse.js';

type Receipt = Readonly<Record<string, unknown>>;

/** Gas by which the scalar of Isthmus is divided, and factor of that of Jovian. */
const [isthmusGas, jovianFactor] = [1_000_000n, 100n];

/**
 * Wei that a transaction cost its sender: gas at its price, and what rollups take beside it, the
 * fee for data on the layer below and the operator's fee of the OP Stack.
 *
 * @throws PortageError `INVALID_RESPONSE`
 */
export function costOfReceipt(receipt: Receipt): bigint {
  const gasUsed = readQuantity(receipt['gasUsed'], 'gas used');
  const price = readQuantity(receipt['effectiveGasPrice'], 'gas price');
  return gasUsed * price + optional(receipt, 'l1Fee') + operatorFee(receipt, gasUsed);
}

/**
 * The receipt has the figures and not the sum. Isthmus counts a scalar for a million of gas, Jovian
 * a hundred times the scalar for each unit; a receipt of Jovian is known by the scalar of its
 * footprint of data.
 *
 * Source: specs of the OP Stack, `protocol/isthmus` and `protocol/jovian`, `exec-engine.md`.
 */
function operatorFee(receipt: Receipt, gasUsed: bigint): bigint {
  const scaled = gasUsed * optional(receipt, 'operatorFeeScalar');
  const isJovian = isThere(receipt['daFootprintGasScalar']);
  return (
    (isJovian ? scaled * jovianFactor : scaled / isthmusGas) +
    optional(receipt, 'operatorFeeConstant')
  );
}

function optional(receipt: Receipt, name: string): bigint {
  const value = receipt[name];
  return isThere(value) ? readQuantity(value, name) : 0n;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}
