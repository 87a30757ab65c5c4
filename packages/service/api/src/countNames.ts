const [space, tab, lineFeed, carriageReturn, colon, backslash] = [0x20, 9, 10, 13, 0x3a, 0x5c];

/** Place of the quote that ends a string which begins at a place. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = end - 1;
    while (text.charCodeAt(escapes) === backslash) escapes -= 1;
    // An even number of them escape each other.
    if ((end - escapes) % 2 === 1) return end;
  }
}

/**
 * Number of names of members in a text that is JSON, each as often as it stands there. Time grows
 * with the text's length, and little of it is spent on what is no quote.
 */
export function countNames(text: string): number {
  let names = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = endOfString(text, at) + 1;
    let next = text.charCodeAt(at);
    while (next === space || next === lineFeed || next === tab || next === carriageReturn)
      next = text.charCodeAt((at += 1));
    if (next === colon) names += 1;
  }
  return names;
}
