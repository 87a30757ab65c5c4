import { Money, PortageError } from '@portage/core';
import type { CoinControl } from '@portage/core/plugin';
import type { OwnedCoin } from '../coins/coin.js';
import { feeOf, sizeOf } from '../coins/selectCoins.js';
import { encodeChange } from './changeData.js';
import { planChange } from './coinChange.js';
import { toOpen } from './toOpen.js';

/** Market rates to which fees may rise unless the operator says otherwise. */
const rateFactor = 2n;

/** Options of {@link createCoinControl}. */
export interface CoinControlOptions {
  /** Address of the solver. */
  readonly sender: string;
  /** Its output script. */
  readonly script: Uint8Array;
  /** Coins in blocks; undefined while not known. */
  readonly confirmed: () => readonly OwnedCoin[] | undefined;
  /** Market rate, satoshi for a thousand virtual bytes; undefined while it is not known. */
  readonly feeRate: () => bigint | undefined;
  /** Highest rate that is ever paid, satoshi for a thousand virtual bytes. */
  readonly feeRateMax: bigint;
}

/** Makes the control over the coins of the solver; it plans and signs nothing. */
export function createCoinControl({
  sender,
  script,
  confirmed,
  feeRate: marketRate,
  feeRateMax: ceiling,
}: CoinControlOptions): CoinControl {
  return {
    sender,
    plan: (change, open) => {
      const [coins, feeRate] = [confirmed(), marketRate()];
      if (coins === undefined || feeRate === undefined)
        throw new PortageError('SERVICE_UNAVAILABLE', {
          message: 'The coins of the solver or the fee rate are not known.',
          hint: 'Try again in a minute; check the endpoints where that does not help.',
        });
      const wanted = change.feeRateMax ?? feeRate * rateFactor;
      const rateMax = wanted < ceiling ? wanted : ceiling;
      if (feeRate > rateMax) throw tooDear(feeRate, rateMax);
      const facts = { confirmed: coins, open: toOpen(open, {}), solver: script, feeRate };
      const { inputs, outputs, fee, coins: counts, left } = planChange(change, facts);
      const size = sizeOf(inputs, outputs);
      const feeMax = feeOf(rateMax, size);
      return {
        inputs: inputs.map(({ txId, vout, value }) => ({ txId, vout, value })),
        outputs: outputs.map(({ value }) => value),
        fee,
        feeRate,
        coins: counts,
        left,
        call: {
          to: sender,
          data: encodeChange({ change, feeMax, inputsMax: inputs.length }),
          gasLimit: size,
          worth: feeMax > fee ? feeMax : fee,
        },
      };
    },
  };
}

function tooDear(feeRate: bigint, rateMax: bigint): PortageError {
  const perByte = (rate: bigint): string => Money.format(rate, 3);
  return new PortageError('SERVICE_UNAVAILABLE', {
    message: `Blocks cost ${perByte(feeRate)} satoshi a virtual byte now, more than ${perByte(rateMax)}.`,
    hint: 'Wait until fees are lower, or allow a higher rate.',
  });
}
