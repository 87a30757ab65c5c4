import { PortageError, zeroAddress, bytesToHex, hexToBytes, type ChainInfo } from '@portage/core';
import {
  createChains,
  type DepositAddresses,
  type Chain,
  type ChainAsset,
  type Chains,
  type GasOperation,
  type Permits,
  type GaslessDeposits,
  type Codec,
  type OrderCalls,
  type RecipientPayment,
  type Recipients,
  type RecipientState,
  type Spend,
  type Swaps,
  type Deposits,
} from '@portage/core/chain';
import type { DirectDeposits, Sends } from '@portage/core/plugin';
import { encodeAbiParameters, getAddress, isAddress, parseAbiParameters, type Hex } from 'viem';

const refuse = (text: string): never => {
  throw new PortageError('INVALID_ADDRESS', {
    message: `Not an account here: ${text.slice(0, 60)}.`,
  });
};

const evmCodec: Codec = {
  vm: 'evm',
  nativeCurrency: zeroAddress,
  normalizeAddress: (address) => (isAddress(address) ? address.toLowerCase() : refuse(address)),
  encodeAddress: (address) => hexToBytes(address),
  decodeAddress: (bytes) => getAddress(bytesToHex(bytes)).toLowerCase(),
  encodeCurrency: (currency) => hexToBytes(currency),
  normalizeTransactionId: (id) => id,
  encodeCall: ({ to, value, data }) => {
    if (data.length % 2 === 1)
      throw new PortageError('INVALID_EXTRA_TXS', { message: 'Half a byte.' });
    return encodeAbiParameters(parseAbiParameters('address, uint256, bytes'), [
      to as Hex,
      value,
      data as Hex,
    ]); // Checked by the schema of requests.
  },
};

const ledgerCodec: Codec = {
  vm: 'ledger',
  nativeCurrency: '0',
  normalizeAddress: (account) =>
    /^\d{1,15}$/.test(account) ? BigInt(account).toString() : refuse(account),
  encodeAddress: (account) => hexToBytes(`0x${BigInt(account).toString(16).padStart(32, '0')}`),
  decodeAddress: (bytes) => BigInt(bytesToHex(bytes)).toString(),
  encodeCurrency: (currency) => hexToBytes(`0x${BigInt(currency).toString(16).padStart(32, '0')}`),
  normalizeTransactionId: (id) => id,
};

/** The moment at which every test quotes, in milliseconds. */
export const testNow = 1_790_000_000_123;

/** Contract of a test chain that may not be paid. */
export const forbiddenToken = '0x00000000000000000000000000000000000f0bad';

/** Changes of a test to a chain: values that the real one keeps in memory. */
export interface Memory {
  readonly fillGas?: bigint;
  /** Cost of the code that a recipient runs when it is paid, by its address. */
  readonly recipientGas?: Readonly<Record<string, bigint>>;
  /**
   * Rent of the accounts that a payment opens; a promise where it has to be read. Absent on a chain
   * without rent.
   */
  readonly rent?: (payment: RecipientPayment) => bigint | Promise<bigint>;
  /** Answer of the chain about accounts that are paid, beside their rent. */
  readonly recipientState?: (payment: RecipientPayment) => Partial<RecipientState>;
  readonly takesFeePayer?: boolean;
  /** Whether the least of what a swap brings is paid in. */
  readonly paysInMinimum?: boolean;
  readonly canSwapAlone?: Deposits['canSwapAlone'];
  readonly addresses?: DepositAddresses;
  /** Deposits that payers only sign for. */
  readonly permits?: Permits;
  /** Deposits that payers' own accounts make when they are called. */
  readonly gasless?: GaslessDeposits;
  readonly approveGas?: bigint;
  readonly depositGas?: bigint;
  readonly refundGas?: bigint;
  readonly balance?: bigint;
  /** Currencies whose balance cannot be read. */
  readonly unreadable?: readonly string[];
  /** Of single currencies. */
  readonly balances?: Readonly<Record<string, bigint>>;
  /** Milliseconds since each value was read; undefined where it never was. */
  readonly ageMs?: Partial<Record<'gas' | 'balance' | 'tip', number | undefined>>;
  readonly info?: Partial<ChainInfo>;
  readonly without?: 'deposit' | 'spend';
  /** Answer of the chain about fills on top of its newest block. */
  readonly simulateFills?: NonNullable<Spend['simulateFills']>;
  /** Pools of the chain, which deposits may swap with. */
  readonly swaps?: Swaps;
  /** Deposits by a transfer alone; absent where every deposit calls the depository. */
  readonly direct?: DirectDeposits;
  /** Who must be allowed to take a currency before it is paid. */
  readonly approvedTo?: Deposits['approvedTo'];
  /** Deposits for which something of the payer is read. */
  readonly forPayer?: Deposits['forPayer'];
  /** Payments carry the id of their request alone. */
  readonly namesRequest?: boolean;
  /** Plain transfers of payers; absent where none is recognised. */
  readonly sends?: Sends;
  /** Answer of the chain about calls; absent where payments make none. */
  readonly calls?: OrderCalls;
}

/** An asset of a test chain. */
export function asset(id: string, address: string, decimals: number): ChainAsset {
  return {
    id,
    symbol: id.toUpperCase(),
    name: `${id} coin`,
    address,
    decimals,
    supportsBridging: id !== 'stuck' && id !== 'gem',
    isNative: address === zeroAddress || address === '0',
    metadata: { logoURI: `https://assets.example/${id}.svg`, verified: true },
  };
}

/** USDC on the test chains, by slug. */
export const usdcToken = {
  base: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  optimism: '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
};
export const dai = '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1';
export const weth = '0x4200000000000000000000000000000000000006';
export const pepe = '0x25d887ce7a35172c62febfd67a1856f20faebb00';
/** Tokens that can only be swapped. */
export const stuck = '0x0000000000000000000000000000000000005a5a';
export const gem = '0x0000000000000000000000000000000000006e60';

/**
 * A chain in memory. It answers what the quoter reads, and fails on anything that would need a
 * network.
 */
export function testChain(
  id: number,
  slug: string,
  { memory = {}, assets }: { memory?: Memory; assets?: readonly ChainAsset[] } = {},
): Chain {
  const isLedger = slug === 'lighter';
  const codec = isLedger ? ledgerCodec : evmCodec;
  const native = isLedger ? asset('usdc', '0', 6) : asset('eth', zeroAddress, 18);
  const usdc = slug === 'base' ? usdcToken.base : usdcToken.optimism;
  const listed =
    assets ??
    (isLedger
      ? [native]
      : [
          native,
          asset('usdc', usdc, 6),
          asset('dai', dai, 18),
          asset('weth', weth, 18),
          asset('pepe', pepe, 18),
          asset('stuck', stuck, 6),
          asset('gem', gem, 8),
        ]);
  const seen = <T>(
    what: 'gas' | 'balance' | 'tip',
    value: T,
  ): { value: T; observedAt: number } | undefined => {
    const ageMs = memory.ageMs !== undefined && what in memory.ageMs ? memory.ageMs[what] : 10;
    return ageMs === undefined ? undefined : { value, observedAt: testNow - ageMs };
  };
  const network = (): never => expectNoNetwork();
  const gas = {
    approve: memory.approveGas ?? 5_000_000_000n,
    deposit: memory.depositGas ?? 9_000_000_000n,
    fill: memory.fillGas ?? (isLedger ? 1000n : 700_000_000_000n),
    refund: memory.refundGas ?? 0n,
    transfer: 3_000_000_000n,
    send: 4_000_000_000n,
    sweep: 11_000_000_000n,
    relay: 0n,
    collection: 60_000n,
  };
  return {
    id,
    slug,
    vm: codec.vm,
    codec,
    native,
    assets: listed,
    // The quoter reads nothing else of it.
    info: { disabled: false, depositEnabled: true, ...memory.info } as ChainInfo,
    extraData: isLedger ? '0x' : `0x${'0'.repeat(24)}b92fe925dc43a0ecde6c8b1a2709c170ec4fff4f`,
    secondsPerPayment: 2,
    observe: {
      updates: network,
      trace: network,
      confirm: network,
      tip: () => seen('tip', { height: 7, hash: '0x07', time: testNow / 1000 }),
    },
    finality: { confirmations: () => 1 },
    ...(memory.without === 'deposit'
      ? {}
      : {
          deposit: {
            depository: '0x4cd00e387622c35bddb9b4c962c136462338bc31',
            addresses: memory.addresses,
            permits: memory.permits,
            gasless: memory.gasless,
            ...(memory.takesFeePayer === undefined ? {} : { takesFeePayer: memory.takesFeePayer }),
            ...(memory.swaps === undefined ? {} : { takesSwaps: true, swapSteps }),
            ...(memory.paysInMinimum === undefined ? {} : { paysInMinimum: memory.paysInMinimum }),
            ...(memory.canSwapAlone === undefined ? {} : { canSwapAlone: memory.canSwapAlone }),
            ...(memory.sends === undefined ? {} : { sends: memory.sends }),
            ...(memory.direct === undefined ? {} : { direct: memory.direct }),
            ...(memory.approvedTo === undefined ? {} : { approvedTo: memory.approvedTo }),
            ...(memory.forPayer === undefined ? {} : { forPayer: memory.forPayer }),
            namesRequest: memory.namesRequest,
            steps: ({
              requestId,
              orderId,
              payer,
              currency,
              amount,
              feePayer,
              computeUnitLimit,
              depositAddress,
              isApproved,
              swap,
            }) => [
              {
                id: 'deposit' as const,
                action: 'Confirm',
                description: `Deposit ${currency}`,
                kind: 'transaction' as const,
                requestId,
                items: [
                  {
                    status: 'incomplete' as const,
                    data: {
                      from: payer,
                      to: depositAddress ?? '0x4cd00e387622c35bddb9b4c962c136462338bc31',
                      data: orderId,
                      value: amount.toString(),
                      chainId: id,
                      ...(feePayer === undefined ? {} : { feePayer }),
                      ...(computeUnitLimit === undefined ? {} : { computeUnitLimit }),
                      ...(isApproved === true ? { isApproved } : {}),
                      ...(swap === undefined ? {} : { swap: inText(swap) }),
                    },
                    check: {
                      endpoint: `/intents/status/v3?requestId=${requestId}`,
                      method: 'GET' as const,
                    },
                  },
                ],
              },
            ],
          },
        }),
    ...(memory.without === 'spend'
      ? {}
      : {
          spend: {
            sender: zeroAddress,
            nextSequence: network,
            prepare: network,
            bump: network,
            cancel: network,
            broadcast: network,
            inspect: network,
            ...(memory.simulateFills === undefined ? {} : { simulateFills: memory.simulateFills }),
          },
        }),
    balances: {
      read: network,
      unreadable: (currency) =>
        memory.unreadable?.includes(currency) === true ? 'execution reverted' : undefined,
      spendable: (currency) =>
        seen('balance', memory.balances?.[currency] ?? memory.balance ?? 10n ** 30n),
    },
    ...(memory.swaps === undefined ? {} : { swaps: memory.swaps }),
    ...(memory.calls === undefined ? {} : { calls: memory.calls }),
    gas: {
      estimate: (operation) => {
        const recipient = operation.type === 'fill' ? (operation.recipient ?? '') : '';
        const code = memory.recipientGas?.[recipient] ?? 0n;
        return seen('gas', gas[operation.type] + gasUnitsOf(operation) * gasPrice + code);
      },
    },
    ...(memory.rent === undefined && memory.recipientState === undefined
      ? {}
      : { recipients: testRecipients(memory) }),
    checkRecipient: (recipient) => {
      if (recipient === forbiddenToken || recipient === zeroAddress)
        throw new PortageError('INVALID_RECIPIENT', { message: 'This account may not be paid.' });
    },
  };
}

/** Base, Optimism and the exchange-like ledger. */
export function testChains(
  memory: { readonly base?: Memory; readonly optimism?: Memory } = {},
): Chains {
  return createChains([
    testChain(8453, 'base', { memory: memory.base ?? {} }),
    testChain(10, 'optimism', { memory: memory.optimism ?? {} }),
    testChain(3_586_256, 'lighter'),
  ]);
}

function testRecipients({ rent, recipientState }: Memory): Recipients {
  const stateOf = (payment: RecipientPayment, lamports: bigint): RecipientState => ({
    rent: lamports,
    least: 0n,
    ...recipientState?.(payment),
  });
  return {
    ask: (payment) => {
      const known = rent?.(payment) ?? 0n;
      return typeof known === 'bigint'
        ? stateOf(payment, known)
        : known.then((read) => stateOf(payment, read));
    },
    confirm: expectNoNetwork,
  };
}

/** Native units for a unit of gas of swaps. */
const gasPrice = 10_000_000n;

/** Units of gas that are named by an operation itself. */
function gasUnitsOf(operation: GasOperation): bigint {
  if (operation.type === 'relay') return BigInt(operation.gasLimit);
  const swapGas = BigInt('swapGas' in operation ? (operation.swapGas ?? 0) : 0);
  return operation.type === 'fill' ? swapGas + BigInt(operation.callsGas ?? 0) : swapGas;
}

/** One step that says what it was made from. */
function swapSteps(
  input: Parameters<NonNullable<Deposits['swapSteps']>>[0],
): ReturnType<NonNullable<Deposits['swapSteps']>> {
  const items = [{ status: 'incomplete' as const, data: { swap: inText(input) } }];
  return {
    swapId: `0x${'5a'.repeat(32)}`,
    steps: [
      {
        id: 'swap',
        action: 'Confirm',
        description: 'Swap',
        kind: 'transaction',
        requestId: input.requestId,
        items,
      },
    ],
  };
}

/** As JSON can hold it. */
export function inText(value: object): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'bigint' ? each.toString() : each,
    ),
  );
}

function expectNoNetwork(): never {
  throw new Error('The quote path asked a chain.');
}
