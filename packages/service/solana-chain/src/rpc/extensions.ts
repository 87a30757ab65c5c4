/** Place of the byte that tells mints from accounts where either has extensions. */
const kindPlace = 165;
const extensionsPlace = kindPlace + 1;
const headBytes = 4;

/** Kinds that Token-2022 tells apart by that byte. */
export const extendedKind = { mint: 1, holding: 2 } as const;

/** An extension of a mint or of a token account. */
export interface TokenExtension {
  /** Number of its type, as Token-2022 counts them. */
  readonly type: number;
  readonly value: Uint8Array;
}

/**
 * Extensions behind a mint or a token account of Token-2022, in their order: behind the longer of
 * the two lies a byte that names the kind, then type, length and value of each. Undefined where the
 * bytes are another kind, or are cut short. Pure.
 */
export function readExtensions(
  data: Uint8Array,
  kind: keyof typeof extendedKind,
): readonly TokenExtension[] | undefined {
  if (data[kindPlace] !== extendedKind[kind]) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found: TokenExtension[] = [];
  for (let at = extensionsPlace; at + headBytes <= data.length;) {
    const type = view.getUint16(at, true);
    // Bytes behind the last extension are zeros.
    if (type === 0) break;
    const start = at + headBytes;
    const end = start + view.getUint16(at + 2, true);
    if (end > data.length) return undefined;
    found.push({ type, value: data.subarray(start, end) });
    at = end;
  }
  return found;
}
