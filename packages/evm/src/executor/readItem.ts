import type { EvmTransactionData, SignatureData } from '@portage/core';

type Fields = Readonly<Record<string, unknown>>;

/** Transaction or signature that an item asks for. */
export type ItemData =
  | { readonly kind: 'transaction'; readonly transaction: EvmTransactionData }
  | { readonly kind: 'signature'; readonly signature: SignatureData };

/**
 * The data of an item that is ours, or undefined. Written out, because a schema library would be
 * most of what a browser has to load; a test holds it to the schemas of `@portage/core`.
 */
export function readItem(data: unknown): ItemData | undefined {
  if (!isFields(data)) return undefined;
  const transaction = readTransaction(data);
  if (transaction !== undefined) return { kind: 'transaction', transaction };
  const signature = readSignature(data);
  return signature === undefined ? undefined : { kind: 'signature', signature };
}

/** An EVM transaction, or undefined. */
export function readTransaction({
  from,
  to,
  data,
  value,
  chainId,
  gas,
  maxFeePerGas,
  maxPriorityFeePerGas,
}: Fields): EvmTransactionData | undefined {
  if (
    !isText(from) ||
    !isText(to) ||
    !isText(data) ||
    !isText(value) ||
    !Number.isFinite(chainId) ||
    typeof chainId !== 'number'
  )
    return undefined;
  if (
    !isOptionalText(gas) ||
    !isOptionalText(maxFeePerGas) ||
    !isOptionalText(maxPriorityFeePerGas)
  )
    return undefined;
  return { from, to, data, value, chainId, gas, maxFeePerGas, maxPriorityFeePerGas };
}

function readSignature({ sign, post, plan }: Fields): SignatureData | undefined {
  if (
    !isFields(sign) ||
    !isFields(post) ||
    !isText(post['endpoint']) ||
    post['method'] !== 'POST' ||
    !isFields(post['body'])
  )
    return undefined;
  const read = readSign(sign);
  if (read === undefined || !isOptionalText(plan)) return undefined;
  return {
    sign: read,
    post: { endpoint: post['endpoint'], method: 'POST', body: { ...post['body'] } },
    ...(plan === undefined ? {} : { plan }),
  };
}

function readSign({
  signatureKind,
  message,
  domain,
  types,
  primaryType,
  value,
}: Fields): SignatureData['sign'] | undefined {
  if (signatureKind === 'eip191') return isText(message) ? { signatureKind, message } : undefined;
  if (
    signatureKind !== 'eip712' ||
    !isFields(domain) ||
    !isFields(types) ||
    !isText(primaryType) ||
    !isFields(value)
  )
    return undefined;
  const structs = Object.entries(types).map(
    ([name, members]) => [name, readMembers(members)] as const,
  );
  const known = structs.flatMap(([name, members]) =>
    members === undefined ? [] : [[name, members] as const],
  );
  if (known.length !== structs.length) return undefined;
  return {
    signatureKind,
    domain: { ...domain },
    types: Object.fromEntries(known),
    primaryType,
    value: { ...value },
  };
}

function readMembers(members: unknown): { name: string; type: string }[] | undefined {
  if (!Array.isArray(members)) return undefined;
  const list: readonly unknown[] = members;
  const read = list.flatMap((member) =>
    isFields(member) && isText(member['name']) && isText(member['type'])
      ? [{ name: member['name'], type: member['type'] }]
      : [],
  );
  return read.length === list.length ? read : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
