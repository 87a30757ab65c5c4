import type { OrderData } from '@portage/core';
import { readUint256, readUint32 } from '../uint.js';
import type { HasherMemory, HashInto } from './createHasherMemory.js';

type Input = OrderData['inputs'][number];
type Refund = Input['refunds'][number];

/** Makes the hash of the inputs of an order, with their payments and refunds. */
export function createInputsHash(memory: HasherMemory): HashInto<readonly Input[]> {
  const { text, currency } = memory;
  const input = memory.struct('input', 2);
  const payment = memory.struct('inputPayment', 4);
  const hashRefunds = createRefundsHash(memory);
  return memory.list<Input>(
    (
      { payment: { chainId, currency: paid, amount, weight }, refunds },
      codecOf,
      target,
      offset,
    ) => {
      payment.bytes(1, text(chainId)).bytes(2, currency(codecOf(chainId), paid));
      payment
        .uint(3, readUint256(amount, 'inputs.payment.amount'))
        .uint(4, readUint256(weight, 'inputs.payment.weight'));
      payment.message.digestInto(input.message, 32);
      hashRefunds(refunds, codecOf, input.message, 32 * 2);
      input.message.digestInto(target, offset);
    },
  );
}

function createRefundsHash(memory: HasherMemory): HashInto<readonly Refund[]> {
  const { text, hex, currency, account } = memory;
  const refund = memory.struct('inputRefund', 6);
  return memory.list<Refund>(
    (
      { chainId, recipient, currency: paid, minimumAmount, deadline, extraData },
      codecOf,
      target,
      offset,
    ) => {
      const codec = codecOf(chainId);
      refund
        .bytes(1, text(chainId))
        .bytes(2, account(codec, recipient))
        .bytes(3, currency(codec, paid));
      refund
        .uint(4, readUint256(minimumAmount, 'inputs.refunds.minimumAmount'))
        .uint32(5, readUint32(deadline, 'inputs.refunds.deadline'));
      refund.bytes(6, hex(extraData));
      refund.message.digestInto(target, offset);
    },
  );
}
