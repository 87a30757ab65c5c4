import type { Reader } from './openReader.js';

/** Surroundings in which the lines of a shell block run. */
export interface ShellPlace {
  readonly reader: Reader;
  /** File with the key of the reader's account. */
  readonly keyFile: string;
}

/** A block of a shell that is run, line by line. */
export interface RunBlock {
  /** Makes what the page takes for granted before the block: money that is owed. */
  readonly before?: (reader: Reader) => Promise<unknown>;
  /** Values of the page, and those of the reader in their place. */
  readonly places?: (place: ShellPlace) => Readonly<Record<string, string>>;
  /** Output of each line. */
  readonly prints: readonly RegExp[];
}

/** A block that is not run, with the reason. */
export interface LeftBlock {
  readonly left: string;
}

/** Money that a page takes for granted. */
export interface ShellSteps {
  readonly earnFees: (reader: Reader) => Promise<unknown>;
  readonly depositForNoOrder: (reader: Reader) => Promise<unknown>;
}

/** Wallet that the page on app fees names, and its key file. */
const own = ({ reader, keyFile }: ShellPlace): Readonly<Record<string, string>> => ({
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8': reader.user,
  'http://127.0.0.1:4000': reader.system.url,
  'key.txt': keyFile,
});

const quickStart = 'npm run examples:run follows the page in an empty folder.';

/** Blocks of shells by page, in their order: those of guides, of the README and of docs/apps.md. */
export function shellBlocks({
  earnFees,
  depositForNoOrder,
}: ShellSteps): Readonly<Record<string, readonly (RunBlock | LeftBlock)[]>> {
  return {
    'apps/docs/pages/guide/app-fees.md': [
      {
        before: earnFees,
        places: own,
        prints: [/"amountFormatted":"5(\.\d+)?"/, /^5(\.\d+)? USDC \(\$5\.\d\d\) +on base$/m],
      },
      { places: own, prints: [/success/, /success/] },
    ],
    'apps/docs/pages/guide/go-to-production.md': [
      {
        left: 'It names a database and a configuration of an operator; apps/service/test has both.',
      },
    ],
    'apps/docs/pages/guide/quick-start.md': [
      { left: 'It starts the system that examples:run starts.' },
      { left: quickStart },
      { left: quickStart },
      { left: quickStart },
      { left: quickStart },
    ],
    'apps/docs/pages/guide/run-a-service.md': [
      {
        left: 'It runs until it is stopped: tests of apps/devnet and apps/service start both programs.',
      },
      { left: 'It names keys and chains of an operator; apps/service/test has them.' },
    ],
    'apps/docs/pages/guide/sponsor-fees.md': [
      { prints: [/acme.*250/, /key_[0-9a-f]{16}\.\S{43}/] },
      { prints: [/acme.*250/] },
    ],
    'apps/docs/pages/guide/withdraw.md': [
      { before: depositForNoOrder, places: own, prints: [/0x[0-9a-f]{64}/] },
    ],
    'README.md': [{ left: 'It is the whole system, and every test: this one too.' }],
    'docs/apps.md': [
      { left: 'Nothing is on a registry; scripts/installSets.test.ts holds the sets.' },
    ],
  };
}
