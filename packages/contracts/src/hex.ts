/** Bytes as `0x` and two hexadecimal digits each. */
export type Hex = `0x${string}`;
