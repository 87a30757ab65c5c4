import { requestFault, type PortageError } from '@portage/core/errors';
import { nearest } from '@portage/core/nearest';
import { isRecord } from '../transport/isRecord.js';
import { requestMembers } from './requestMembers.js';

/** Members whose defaults on the wire pay an amount, or on a chain, that no caller named. */
const needed = ['user', 'originChainId', 'destinationChainId', 'amount'] as const;

/**
 * Refuses a quote request that lacks what decides who pays how much on which chain, and one with a
 * member that is none: the service drops those, so a `recipent` would not be paid.
 *
 * @throws PortageError `INVALID_REQUEST`
 */
export function checkRequest(request: unknown): void {
  const hint = `Pass ${needed.join(', ')}.`;
  if (!isRecord(request)) throw requestFault('request', 'is no object', { hint });
  checkNames(request, '');
  for (const [name, value] of Object.entries(request))
    for (const each of Array.isArray(value) ? value : [value])
      if (name !== '' && name in requestMembers && isRecord(each)) checkNames(each, name);
  const missing = needed.find((name) => request[name] === undefined);
  if (missing !== undefined) throw requestFault(missing, 'is missing', { hint });
}

function checkNames(value: Readonly<Record<string, unknown>>, place: string): void {
  const known = requestMembers[place] ?? [];
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownMember(place === '' ? '' : `${place}.`, unknown, known);
}

function unknownMember(place: string, name: string, known: readonly string[]): PortageError {
  const meant = nearest(name, known);
  return requestFault(`${place}${name}`, 'is no member of a quote request', {
    hint: meant === undefined ? 'Leave it out.' : `Did you mean ${meant}?`,
  });
}
