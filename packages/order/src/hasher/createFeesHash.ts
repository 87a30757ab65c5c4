import type { OrderData } from '@portage/core';
import { readUint256 } from '../uint.js';
import type { HasherMemory, HashInto } from './createHasherMemory.js';

type Fee = OrderData['fees'][number];

/** Makes the hash of the fees of an order. */
export function createFeesHash(memory: HasherMemory): HashInto<readonly Fee[]> {
  const { text, currency, account } = memory;
  const fee = memory.struct('fee', 5);
  return memory.list<Fee>(
    (
      { recipientChainId, recipient, currencyChainId, currency: paid, amount },
      codecOf,
      target,
      offset,
    ) => {
      fee.bytes(1, text(recipientChainId)).bytes(2, account(codecOf(recipientChainId), recipient));
      fee.bytes(3, text(currencyChainId)).bytes(4, currency(codecOf(currencyChainId), paid));
      fee.uint(5, readUint256(amount, 'fees.amount'));
      fee.message.digestInto(target, offset);
    },
  );
}
