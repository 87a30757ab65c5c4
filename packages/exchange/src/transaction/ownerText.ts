/** Parts of the texts that the owner of an account signs. */
export const ownerText = {
  /** A number as 0x and sixteen hex digits. */
  number: (value: number | bigint): string => `0x${value.toString(16).padStart(16, '0')}`,
  /** The whole text: a title, an empty line, the lines, and the exchange's warning. */
  lines: (title: string, lines: readonly string[]): string =>
    [title, '', ...lines, 'Only sign this message for a trusted client!'].join('\n'),
} as const;
