/** Control characters, marks that reverse the direction of text, and halves of surrogate pairs. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/**
 * Free text of a caller, made safe to store and to print on one line: what could deceive a reader
 * becomes U+FFFD.
 */
export function cleanText(text: string): string {
  return text.replace(unsafe, '\ufffd');
}
