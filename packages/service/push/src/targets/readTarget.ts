import { isIP } from 'node:net';
import { requestFault, type PortageError } from '@portage/core';
import { isPublicAddress } from './isPublicAddress.js';

/** Rules of a service about the addresses of receivers. */
export interface TargetRules {
  /**
   * Whether http and hosts of this machine or network are taken too: true only where every chain is
   * a devnet.
   */
  readonly isLocalAllowed: boolean;
}

/** Longest address of a receiver, in characters. */
const lengthMax = 2_048;

function refused(message: string): PortageError {
  return requestFault('url', 'must be an https URL of a public host', {
    message,
    hint: 'Give an https URL of a host on the public internet, as in https://shop.example/hooks.',
  });
}

/** Host of a URL as a lookup takes it: without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/**
 * Reads the address of a receiver. A name is judged again by its addresses before each delivery.
 *
 * @throws PortageError `INVALID_REQUEST` for anything but https to a public host, for a URL with a
 *   user or a fragment, or one that is too long
 */
export function readTarget(text: string, { isLocalAllowed }: TargetRules): URL {
  if (text.length > lengthMax || !URL.canParse(text)) throw refused('The url is not one.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(isLocalAllowed && url.protocol === 'http:'))
    throw refused('The url is not https.');
  if (url.username !== '' || url.password !== '') throw refused('The url names a user.');
  if (url.hash !== '') throw refused('The url has a fragment.');
  const host = hostOf(url);
  // The parser has written every form of an IPv4 address as four numbers.
  if (!isLocalAllowed && isIP(host) !== 0 && !isPublicAddress(host))
    throw refused('The url is not on the public internet.');
  if (!isLocalAllowed && /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/.test(host))
    throw refused('The url is not on the public internet.');
  return url;
}
