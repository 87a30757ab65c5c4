import { createPortage, Money, type ChainInfo, type Portage, type QuoteBody } from '@portage/sdk';
import type { PrivateKeyAccount } from 'viem/accounts';
import { readAccount } from './account.js';
import { findPlace } from './currencies.js';
import { readDevnetFile, type DevnetFile } from './devnetFile.js';
import type { Io } from './io.js';
import { readMembers } from './members.js';
import type { AccountOptions, GlobalOptions, TransferOptions } from './options.js';
import { createOutput, type Output } from './output/createOutput.js';
import { usageError } from './usageError.js';

/** What every command works with. */
export interface Session {
  readonly portage: Portage;
  readonly output: Output;
  readonly devnet: DevnetFile | undefined;
  readonly io: Io;
}

/** Where the service is looked for unless told. */
const urlDefault = 'http://127.0.0.1:4000';

/** Opens a session. @throws InvalidArgumentError */
export async function openSession(options: GlobalOptions, io: Io): Promise<Session> {
  const devnet = options.devnet === undefined ? undefined : await readDevnetFile(options.devnet);
  const baseUrl = options.url ?? io.env['PORTAGE_URL'] ?? devnet?.serviceUrl ?? urlDefault;
  const apiKey = io.env['PORTAGE_API_KEY'];
  return {
    portage: createPortage({ baseUrl, source: 'portage-cli', ...(apiKey === undefined || apiKey === '' ? {} : { apiKey }) }),
    output: createOutput({ stdout: io.stdout, stderr: io.stderr, json: options.json === true }),
    devnet,
    io,
  };
}

/** A transfer as the command line describes it. */
export interface Transfer {
  readonly request: QuoteBody;
  readonly account: PrivateKeyAccount | undefined;
  readonly chains: readonly ChainInfo[];
}

/** Reads a transfer. @throws InvalidArgumentError */
export async function readTransfer(session: Session, options: TransferOptions): Promise<Transfer> {
  const { portage, io, devnet } = session;
  const account = await readAccount(options, devnet, io);
  const user = options.user ?? account?.address;
  if (user === undefined) throw usageError('Who pays? Give --user ADDRESS, or a key through PORTAGE_PRIVATE_KEY, --key-file, or --account with --devnet.');
  const tradeType = readTradeType(options);
  const members = await readMembers(options);
  const chains = await portage.getChains({ signal: io.signal });
  const from = findPlace(chains, options.from);
  const to = findPlace(chains, options.to);
  const request: QuoteBody = {
    user,
    originChainId: from.chain.id,
    originCurrency: from.currency.address,
    destinationChainId: to.chain.id,
    destinationCurrency: to.currency.address,
    amount: readAmount(options.amount, (tradeType === 'EXACT_INPUT' ? from : to).currency.decimals),
    tradeType,
    ...members,
  };
  return { request, account, chains };
}

/** The account of options that name one. @throws InvalidArgumentError when none is named */
export async function needAccount(session: Session, options: AccountOptions): Promise<PrivateKeyAccount> {
  const account = await readAccount(options, session.devnet, session.io);
  if (account === undefined) throw usageError('A key is needed: set PORTAGE_PRIVATE_KEY, or give --key-file FILE, or --account N with --devnet FILE.');
  return account;
}

function readTradeType({ exactOutput, expectedOutput }: TransferOptions): NonNullable<QuoteBody['tradeType']> {
  if (exactOutput === true && expectedOutput === true) throw usageError('Give either --exact-output or --expected-output.');
  if (exactOutput === true) return 'EXACT_OUTPUT';
  return expectedOutput === true ? 'EXPECTED_OUTPUT' : 'EXACT_INPUT';
}

function readAmount(text: string, decimals: number): string {
  try {
    return Money.parse(text, decimals).toString();
  } catch {
    throw usageError(`"${text}" is not an amount with at most ${String(decimals)} decimals, as in 1.5.`);
  }
}
