/** Unit tests that are run; what is further away is counted. */
const testsMax = 60;

const isSource = (file) => /\.tsx?$/.test(file) && !/\/generated\/|^examples\//.test(file);
const isFormatted = (file) => /\.(?:tsx?|mjs|json|css)$/.test(file);
const isNodeTest = (file) => /\.node\.test\.tsx?$/.test(file);
const isUnitTest = (file) => /\.test\.tsx?$/.test(file) && !isNodeTest(file);

/** Small checks with the files that they look at. */
const checkInputs = {
  layers: /\.tsx?$|package\.json$/,
  doors: /^(?:packages|apps|bench)\/.*\/src\/.*\.ts$/,
  words: /\.ts$/,
  width: /\.(?:ts|mjs)$/,
  docs: /^packages\/[^/]+\/src\/.*\.tsx?$/,
  anchors: /\.(?:md|tsx?|mjs|sol|rs|sql|ya?ml|sh)$/,
  cases: /\.test\.ts$|\.t\.sol$|^docs\/(?:spec\/|cases\.md)/,
  states: /^docs\/states\.md$|^packages\/core\/src\/states/,
  descriptions: /^packages\/core\/src\/schemas\/|\/descriptions\.ts$/,
  serializer: /^packages\/core\/src\/schemas\/|\/serializeQuote\.ts$/,
  abi: /^packages\/(?:contracts\/src|evm\/scripts|evm\/src\/abi)\//,
};

/** Names of files, fit for a shell. */
const quoted = (files) => files.map((file) => `"${file}"`).join(' ');

/**
 * What a change needs, as commands by name: `line` is run by a shell in the root. The quickest come
 * first, because their faults are mended first.
 */
export function planSteps({ files, deleted, distances, options }) {
  const sources = files.filter(isSource);
  const related = [...distances.keys()];
  const unit = related.filter(isUnitTest);
  const node = related.filter(isNodeTest);
  const near = options.all ? unit : unit.slice(0, testsMax);
  const touched = [...files, ...deleted];
  const checks = Object.keys(checkInputs).filter((name) =>
    touched.some((file) => checkInputs[name].test(file)),
  );
  const formatted = files.filter(isFormatted);
  const cache = 'node_modules/.cache';
  const steps = [
    {
      name: 'format',
      what: `${formatted.length} changed files`,
      line: formatted.length > 0 && `prettier --check --log-level warn ${quoted(formatted)}`,
    },
    {
      name: 'checks',
      what: checks.join(', '),
      line: checks.length > 0 && `tsx scripts/check.ts ${checks.join(' ')}`,
    },
    {
      name: 'lint',
      what: `${sources.length} changed files`,
      line:
        sources.length > 0 &&
        `oxlint --deny-warnings ${quoted(sources)} && eslint --max-warnings 0 --no-warn-ignored --cache --cache-strategy content --cache-location ${cache}/eslint/ ${quoted(sources)}`,
    },
    {
      name: 'types',
      what: 'the changed files and what they reach',
      line:
        touched.some((file) => isSource(file) || file.endsWith('.json')) &&
        `node scripts/tsc.mjs -p tsconfig.json --incremental --tsBuildInfoFile ${cache}/try/types.tsbuildinfo`,
    },
    {
      name: 'unit',
      what: `${near.length} of ${unit.length} related files`,
      line: near.length > 0 && `vitest run --project unit ${quoted(near)}`,
    },
  ];
  if (options.node)
    steps.push({
      name: 'node',
      what: `${node.length} related files`,
      line: node.length > 0 && `vitest run --project "node*" ${quoted(node)}`,
    });
  return {
    steps: steps.filter(({ line }) => line !== false),
    node,
    leftOut: unit.length - near.length,
  };
}
