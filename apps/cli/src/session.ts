import { createPortage, type Portage } from '@portage/sdk';
import { readDevnetFile, type DevnetFile } from './devnetFile.js';
import type { Io } from './io.js';
import type { GlobalOptions } from './options.js';
import { createOutput, type Output } from './output/createOutput.js';

/** Values that every command works with. */
export interface Session {
  readonly portage: Portage;
  readonly output: Output;
  readonly devnet: DevnetFile | undefined;
  readonly io: Io;
}

/** URL of the service by default. */
const urlDefault = 'http://127.0.0.1:4000';

/** Opens a session. @throws InvalidArgumentError */
export async function openSession(options: GlobalOptions, io: Io): Promise<Session> {
  const devnet = options.devnet === undefined ? undefined : await readDevnetFile(options.devnet);
  const baseUrl = options.url ?? io.env['PORTAGE_URL'] ?? devnet?.serviceUrl ?? urlDefault;
  const apiKey = io.env['PORTAGE_API_KEY'];
  return {
    portage: createPortage({
      baseUrl,
      source: 'portage-cli',
      pins: devnet?.pins,
      ...(apiKey === undefined || apiKey === '' ? {} : { apiKey }),
    }),
    output: createOutput({ ...io, json: options.json === true }),
    devnet,
    io,
  };
}
