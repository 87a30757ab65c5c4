/** How a rollup tells what it charges for data that it posts to its settlement chain. */
export type DataOracleKind = 'op-stack' | 'arbitrum';

/** Contract of a rollup that tells the price of data. */
export interface DataOracle {
  readonly kind: DataOracleKind;
  /** Lower case. */
  readonly address: string;
}

/** Addresses at which every chain of a kind has its oracle. */
const addresses: Readonly<Record<DataOracleKind, string>> = {
  'op-stack': '0x420000000000000000000000000000000000000f',
  arbitrum: '0x000000000000000000000000000000000000006c',
};

/** Well-known rollups, by chain id: those of the OP Stack, then those of Arbitrum. */
const kinds: ReadonlyMap<number, DataOracleKind> = new Map([
  ...[10, 130, 252, 480, 1868, 7777777, 8453, 34443, 42220, 57073, 81457].map(
    (id) => [id, 'op-stack'] as const,
  ),
  ...[84532, 11155420, 1301].map((id) => [id, 'op-stack'] as const),
  ...[42161, 42170, 421614].map((id) => [id, 'arbitrum'] as const),
]);

/** Oracle as an operator names it. */
export interface DataOracleConfig {
  readonly kind: DataOracleKind;
  readonly oracle?: string | undefined;
}

/** A chain with its choice, as an operator writes it. */
export interface DataOracleChoice {
  readonly id: number;
  readonly devnet: boolean;
  readonly dataFee?: 'none' | DataOracleConfig | undefined;
}

/**
 * Oracle of a chain: the configured one, else that of a well-known rollup; undefined for a chain
 * that posts its data nowhere, and for a devnet that names none.
 *
 * @example
 * ```ts
 * dataOracleOf({ id: 8453, devnet: false })?.kind; // 'op-stack'
 * ```
 */
export function dataOracleOf({ id, devnet, dataFee }: DataOracleChoice): DataOracle | undefined {
  if (dataFee === 'none') return undefined;
  const kind = dataFee?.kind ?? (devnet ? undefined : kinds.get(id));
  if (kind === undefined) return undefined;
  return { kind, address: dataFee?.oracle?.toLowerCase() ?? addresses[kind] };
}
