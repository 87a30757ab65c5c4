import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { createHash } from 'node:crypto';
import { hashStruct, toHex, type Hex } from 'viem';
import type { Chain } from '../model/chain.js';
import { hexOf } from '../model/hexOf.js';
import type { OrderData } from './signedOrder.js';

/** Structs of an order, as the protocol publishes them. */
const types = {
  Order: fields(
    'string version,string solverChainId,address solver,uint256 salt,Input[] inputs,Output output,Fee[] fees',
  ),
  Input: fields('InputPayment payment,InputRefund[] refunds'),
  InputPayment: fields('string chainId,bytes currency,uint256 amount,uint256 weight'),
  InputRefund: fields(
    'string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData',
  ),
  Output: fields(
    'string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData',
  ),
  OutputPayment: fields(
    'bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount',
  ),
  Fee: fields(
    'string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount',
  ),
};

function fields(text: string): { readonly name: string; readonly type: string }[] {
  return text.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { type, name };
  });
}

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** Bytes of an account or currency of each family. */
const encoders: Readonly<Record<Chain['vm'], (text: string) => Hex>> = {
  evm: (text) => hexOf(text.toLowerCase()),
  svm: (text) => toHex(base58.decode(text)),
  lvm: (text) => toHex(BigInt(text), { size: 16 }),
  bvm: encodeBitcoin,
};

/** Version and program of a witness address; 0xff and the payload of an older one. */
function encodeBitcoin(text: string): Hex {
  // The text of an address begins with its network, then a 1.
  for (const codec of [bech32, bech32m]) {
    const read = codec.decodeUnsafe(text);
    if (read === undefined) continue;
    const [version = 0, ...words] = read.words;
    return toHex(Uint8Array.from([version, ...codec.fromWords(words)]));
  }
  return toHex(Uint8Array.from([0xff, ...createBase58check(sha256).decode(text)]));
}

/** Hash of an order, which is its id. @throws Error for a chain that is not listed */
export function hashOrder(order: OrderData, chains: readonly Chain[]): Hex {
  const bytes = (slug: string, text: string): Hex => {
    const chain = chains.find((one) => one.slug === slug);
    if (chain === undefined) throw new Error(`There is no chain "${slug}".`);
    return encoders[chain.vm](text);
  };
  const { inputs, output, fees } = order;
  const data = {
    ...order,
    salt: BigInt(order.salt),
    inputs: inputs.map(({ payment, refunds }) => ({
      payment: { ...payment, currency: bytes(payment.chainId, payment.currency) },
      refunds: refunds.map((refund) => ({
        ...refund,
        recipient: bytes(refund.chainId, refund.recipient),
        currency: bytes(refund.chainId, refund.currency),
      })),
    })),
    output: {
      ...output,
      payments: output.payments.map((payment) => ({
        ...payment,
        recipient: bytes(output.chainId, payment.recipient),
        currency: bytes(output.chainId, payment.currency),
      })),
    },
    fees: fees.map((fee) => ({
      ...fee,
      recipient: bytes(fee.recipientChainId, fee.recipient),
      currency: bytes(fee.currencyChainId, fee.currency),
    })),
  };
  return hashStruct({ data, primaryType: 'Order', types });
}
