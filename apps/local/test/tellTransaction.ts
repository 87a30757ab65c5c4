/** Transaction that is reported to the service, and its request. */
export interface TellOptions {
  readonly chainId: number;
  readonly txHash: string;
  /** Reported as a transaction of this request where it is given. */
  readonly requestId?: string;
}

/**
 * Status and error code of `POST /transactions/index`, or of `POST /transactions/single` for a
 * request.
 */
export async function tellTransaction(
  url: string,
  { chainId, txHash, requestId }: TellOptions,
): Promise<readonly [status: number, code: string | undefined]> {
  const body =
    requestId === undefined
      ? { chainId: String(chainId), txHash }
      : { chainId: String(chainId), requestId, tx: JSON.stringify({ txHash }) };
  const name = requestId === undefined ? 'index' : 'single';
  const answer = await fetch(`${url}/transactions/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { errorCode } = (await answer.json()) as { readonly errorCode?: string };
  return [answer.status, errorCode];
}
