import { testExchangeGatewayAbi as abi } from '@portage/contracts';
import { decodeEventLog, getAbiItem, toEventSelector } from 'viem';
import { z } from 'zod';

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]*$/)]);

/** Log of the gateway, as an EVM node answers it. */
const logSchema = z.object({
  topics: z.tuple([hex], hex),
  data: hex,
  blockNumber: hex.transform(BigInt),
  transactionHash: hex,
  logIndex: hex.transform(Number),
});

/** Deposit on an EVM chain, with its place there. */
export type Deposit = Omit<z.infer<typeof logSchema>, 'topics' | 'data'> & {
  readonly to: string;
  readonly assetIndex: number;
  readonly routeType: number;
  /** Amount in smallest units of the EVM chain. */
  readonly amount: bigint;
};

/** Reads the deposits among the logs of the gateway. */
export function readDeposits(logs: readonly unknown[]): readonly Deposit[] {
  const selector = toEventSelector(getAbiItem({ abi, name: 'Deposit' }));
  return logs
    .map((log) => logSchema.parse(log))
    .filter(({ topics: [first] }) => first === selector)
    .map(({ topics, data, ...place }) => {
      const { args } = decodeEventLog({ abi, eventName: 'Deposit', topics, data });
      return { ...place, ...args };
    });
}
