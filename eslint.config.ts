import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { handedIn } from './scripts/eslint/handedIn.js';
import { ownText } from './scripts/eslint/ownText.js';
import { patientTests } from './scripts/eslint/patientTests.js';
import { provenCast } from './scripts/eslint/provenCast.js';

/**
 * oxlint asks the rules that need types, on the native compiler (`.oxlintrc.json`); here they cost
 * six times as much. The night asks them here too, with the one that oxlint does not know.
 */
const isTyped = process.env['PORTAGE_LINT_TYPED'] === '1';

const tests = [
  '**/*.test.{ts,tsx}',
  '**/*.test-d.ts',
  '**/test/**',
  'packages/testing/**',
  'packages/service/{database,settlement}/src/testing/**',
];

/** Syntax that no file uses. */
const refusedSyntax = [
  {
    // TypeScript finds a misspelt member only in the literal itself, never behind a spread.
    selector:
      ':matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression, ArrayExpression)',
    message: 'Write the members where they stand: a spread hides a misspelt one from the types.',
  },
  {
    selector: 'VariableDeclarator > Identifier.id[name=/^[A-Z][A-Z0-9_]+$/]',
    message: 'Constants are camelCase, with their unit last.',
  },
  { selector: 'TSEnumDeclaration', message: 'Use an `as const` table.' },
  { selector: 'ExportDefaultDeclaration', message: 'Name the export.' },
  {
    selector: 'MemberExpression[object.name="z"][property.name="coerce"]',
    message: 'Read the text with a pattern: coercion reads nothing as 0, and hex as a number.',
  },
  {
    selector:
      'ExportNamedDeclaration[source][exportKind="value"]:not(:has(ExportSpecifier[exportKind="value"]))',
    message:
      'Write `export type { … } from`: inline types leave an import behind, which bundlers follow.',
  },
];

/** Tests write a type where it is read. */
const inlineType = {
  selector: 'ExportNamedDeclaration > FunctionDeclaration > .params TSTypeLiteral',
  message: 'Name the type: a reader of the signature looks it up once.',
};

/** First bytes of calls, events and errors are made from their ABI by `pnpm abi`. */
const abiLiterals = [
  {
    selector: 'Literal[raw=/^.?(0x[0-9a-fA-F]{8}|(0x)?[0-9a-fA-F]{64}).?$/]',
    message: 'Selectors, topics and type hashes are generated: packages/evm/scripts/abiSources.ts.',
  },
  {
    selector:
      'TemplateElement[value.raw=/(^|[^0-9a-fA-Fx])(0x[0-9a-fA-F]{8}|(0x)?[0-9a-fA-F]{64})($|[^0-9a-fA-F])/]',
    message: 'Selectors, topics and type hashes are generated: packages/evm/scripts/abiSources.ts.',
  },
];

/** Modules and names by which code would wait, or draw, behind the back of who runs it. */
const timers = [{ name: 'node:timers' }, { name: 'node:timers/promises' }];
const randomness = {
  name: 'node:crypto',
  importNames: ['randomBytes', 'randomUUID', 'randomInt', 'webcrypto'],
};

/** The ledger alone names its accounts; everybody else says what is posted. */
const accountNames = [
  {
    selector: 'ImportSpecifier[imported.name="accounts"]',
    message: 'Call an entry of settlement/src/books/ledger/entries instead of naming an account.',
  },
  {
    selector:
      ':matches(Literal[value=/^(?:escrow|solver|app-fee|sponsor|sponsor-reserve|inventory):/], TemplateElement[value.raw=/^(?:escrow|solver|app-fee|sponsor|sponsor-reserve|inventory):/], Property[key.name="account"] > Literal)',
    message: 'An account is named in settlement/src/books/ledger alone.',
  },
];

export default defineConfig(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/generated/**',
      'packages/contracts/{lib,out,cache,tools}/**',
      '**/*.mjs',
      // Apps of their own: they compile where they are installed, against what is published.
      'examples/**',
      '.turbo/**',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...refusedSyntax, inlineType],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
    },
  },
  {
    // What browsers load: no schema library, neither directly nor through the schemas of core.
    files: [
      'packages/{client,metrics,order,react,sdk}/src/**/*.{ts,tsx}',
      'apps/web/src/**/*.{ts,tsx}',
      'packages/core/src/{*,!(schemas)/**/*}.ts',
      'packages/{bitcoin,evm,exchange,solana}/src/**/*.ts',
    ],
    ignores: ['**/*.test.ts', '**/*.test-d.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^zod$|^@portage/core/schemas$|/schemas/(?!failReasons|refundTerms|fromZod)',
              allowTypeImports: true,
              message: 'Schemas are for the service; import their types alone.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['packages/service/{*,facades/*}/src/**/*.ts', 'apps/{cli,local,service}/src/**/*.ts'],
    ignores: [
      'packages/service/settlement/src/books/ledger/**',
      'packages/service/*/src/testing/**',
      ...tests,
    ],
    rules: { 'no-restricted-syntax': ['error', ...refusedSyntax, inlineType, ...accountNames] },
  },
  {
    // A cast is checked by nobody: it stands where its reason does.
    files: ['packages/**/src/**/*.{ts,tsx}', 'apps/**/src/**/*.{ts,tsx}'],
    ignores: ['packages/service/*/src/testing/**', ...tests],
    plugins: { portage: { rules: { 'proven-cast': provenCast } } },
    rules: { 'portage/proven-cast': 'error' },
  },
  {
    // A page stays whole where a browser translates it.
    files: ['apps/web/src/**/*.tsx'],
    plugins: { page: { rules: { 'own-text': ownText } } },
    rules: { 'page/own-text': 'error' },
  },
  {
    // A file that only grows has to survive an append that failed, and a time limit the collection
    // of garbage: one module each knows how.
    files: ['apps/*/src/**/*.ts', 'packages/**/src/**/*.ts'],
    ignores: [
      'packages/core/src/clock.ts',
      'apps/service/src/allocator/lineFile.ts',
      'packages/testing/src/faults/createFullDisk.ts',
      ...tests,
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          property: 'appendFile',
          message: 'Add lines with openLineFile: it survives a full disk.',
        },
        {
          object: 'AbortSignal',
          property: 'timeout',
          message: 'Ask a clock, as systemClock: Node 20 loses this one within AbortSignal.any.',
        },
      ],
    },
  },
  {
    // Time is handed in as a `Clock`, and random bytes as a function, so that a test decides what a
    // wait is, and a simulation replays exactly.
    files: ['packages/service/{settlement,indexer,solver}/src/**/*.ts'],
    ignores: [...tests],
    plugins: { seams: { rules: { 'handed-in': handedIn } } },
    rules: {
      'seams/handed-in': 'error',
      'no-restricted-globals': ['error', 'setTimeout', 'setInterval', 'setImmediate', 'fetch'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Ask the clock that is handed in.' },
        { object: 'performance', property: 'now', message: 'Ask the clock that is handed in.' },
        { object: 'AbortSignal', property: 'timeout', message: 'Ask the clock for a timeout.' },
        {
          object: 'Math',
          property: 'random',
          message: 'Ask for the random bytes that are handed in.',
        },
      ],
      'no-restricted-imports': [
        'error',
        { paths: [...timers, { ...randomness, message: 'Ask for the bytes that are handed in.' }] },
      ],
    },
  },
  {
    // What callers send reaches these packages: no address that it holds can be fetched.
    files: ['packages/service/{access,api,quoter}/src/**/*.ts'],
    ignores: [...tests],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Only chains and prices ask others, at configured addresses.' },
      ],
      'no-restricted-imports': [
        'error',
        ...['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dns'].map(
          (name) => ({
            name,
            allowTypeImports: true,
            ...(name === 'node:http' && { allowImportNames: ['ServerResponse'] }),
            message: 'Only chains and prices ask others, at configured addresses.',
          }),
        ),
      ],
    },
  },
  {
    // The two places at which random bytes are handed in take those of the machine by default.
    files: [
      'packages/service/settlement/src/createSettlement.ts',
      'packages/service/solver/src/createSolver.ts',
    ],
    rules: { 'no-restricted-imports': ['error', { paths: [...timers] }] },
  },
  {
    files: ['packages/evm/src/**/*.ts', 'packages/service/evm-chain/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...refusedSyntax,
        inlineType,
        ...abiLiterals,
        ...accountNames,
      ],
    },
  },
  {
    files: [
      '**/vitest.config.ts',
      'eslint.config.ts',
      'apps/*/vite.config.ts',
      'apps/docs/.vitepress/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: tests,
    plugins: { tests: { rules: { patient: patientTests } } },
    rules: {
      'tests/patient': 'error',
      'no-restricted-syntax': ['error', ...refusedSyntax],
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // Oxlint has these exceptions in a comment at the line.
    files: [
      'packages/bitcoin/src/executor/createBitcoinExecutor.test.ts',
      'packages/service/api/src/registerRoutes.ts',
    ],
    rules: {
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
    },
  },
  // Vitest takes the default export of an environment.
  { files: ['apps/*/test/**/*Environment.ts'], rules: { 'no-restricted-syntax': 'off' } },
  isTyped ? [] : { files: ['**/*.{ts,tsx}'], extends: [tseslint.configs.disableTypeChecked] },
);
