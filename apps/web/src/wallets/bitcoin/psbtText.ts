/** First bytes of a PSBT, as hex. */
const magic = '70736274ff';

/** Reads a pasted PSBT, base64 or hex, as hex; undefined for anything else. */
export function readPsbtText(text: string): string | undefined {
  const plain = text.replace(/\s/g, '');
  const hex = /^(?:[0-9a-fA-F]{2})+$/.test(plain) ? plain.toLowerCase() : hexOfBase64(plain);
  return hex?.startsWith(magic) === true ? hex : undefined;
}

/** A PSBT in hex as the base64 that wallets import. */
export function psbtBase64(hex: string): string {
  return btoa(String.fromCharCode(...psbtBytes(hex)));
}

/** Bytes of a PSBT, as its file holds them. */
export function psbtBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOfBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  return Array.from(atob(text), (character) =>
    character.charCodeAt(0).toString(16).padStart(2, '0'),
  ).join('');
}
