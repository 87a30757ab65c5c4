import type { StatusResponse } from '@portage/core';

/** Reads the status stream of a request to its end. */
export async function watchStatus(
  url: string,
  requestId: string,
  signal: AbortSignal = AbortSignal.timeout(90_000),
): Promise<StatusResponse[]> {
  const answer = await fetch(`${url}/intents/status/v3?requestId=${requestId}`, {
    headers: { accept: 'text/event-stream' },
    signal,
  });
  if (!answer.ok || answer.body === null)
    throw new Error(`The stream did not open: ${String(answer.status)} ${await answer.text()}`);
  let text = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) text += chunk;
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as StatusResponse);
}
