import { hexToBytes, type OrderData } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import { readUint256, readUint32 } from '../uint.js';
import type { HasherMemory, HashInto } from './createHasherMemory.js';

type Output = OrderData['output'];
type Payment = Output['payments'][number];

/** Makes the hash of the output of an order, with its payments and calls. */
export function createOutputHash(memory: HasherMemory): HashInto<Output> {
  const { text, hex, keccak } = memory;
  const output = memory.struct('output', 5);
  const hashPayments = createPaymentsHash(memory);
  const hashCalls = memory.list<string>((call, _, target, offset) => {
    target.bytes.set(keccak(hexToBytes(call)), offset);
  });
  return ({ chainId, payments, calls, deadline, extraData }, codecOf, target, offset) => {
    output
      .bytes(1, text(chainId))
      .uint32(3, readUint32(deadline, 'output.deadline'))
      .bytes(5, hex(extraData));
    hashPayments(payments, codecOf(chainId), output.message, 32 * 2);
    hashCalls(calls, codecOf, output.message, 32 * 4);
    output.message.digestInto(target, offset);
  };
}

/** The payments of an output have no chain of their own, so they take its codec. */
function createPaymentsHash(memory: HasherMemory): HashInto<readonly Payment[], Codec> {
  const { currency, account } = memory;
  const payment = memory.struct('outputPayment', 4);
  return memory.list<Payment, Codec>(
    ({ recipient, currency: paid, minimumAmount, expectedAmount }, codec, target, offset) => {
      payment.bytes(1, account(codec, recipient)).bytes(2, currency(codec, paid));
      payment.uint(3, readUint256(minimumAmount, 'output.payments.minimumAmount'));
      payment.uint(4, readUint256(expectedAmount, 'output.payments.expectedAmount'));
      payment.message.digestInto(target, offset);
    },
  );
}
