// The status page: reads the service's public endpoints and draws them. Nothing is sent, nothing is
// kept; what strangers wrote reaches the page as text alone.
import { element, place, read } from './element.mjs';
import { drawLevels } from './levels.mjs';

/** Milliseconds between looks at what is on its way; other things are looked at more rarely. */
const lookMs = 3_000;
const healthEvery = 2;
const levelsEvery = 20;
const shownMax = 12;

/** How far a request has come: steps done, and whether one is being made. */
const tracks = {
  depositing: [0, true, 'good', 'Deposit seen'],
  pending: [1, true, 'good', 'Deposit is final'],
  submitted: [2, true, 'good', 'Payout sent'],
  success: [3, false, 'good', 'Complete'],
  refund: [3, false, 'warn', 'Refunded'],
  failure: [3, false, 'bad', 'Failed'],
};

/** @type {Map<number, any>} */
const chains = new Map();

/** A long number with few digits behind its point. @param {string} text */
function short(text) {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, whole === '0' ? 6 : 4).replace(/0+$/, '');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return kept === '' ? grouped : `${grouped}.${kept}`;
}

/** @param {number} seconds */
function ago(seconds) {
  if (seconds < 60) return `${String(Math.max(0, Math.round(seconds)))} s ago`;
  if (seconds < 3_600) return `${String(Math.round(seconds / 60))} min ago`;
  return `${String(Math.round(seconds / 3_600))} h ago`;
}

/** @param {number} seconds */
function lasted(seconds) {
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${String(Math.round(seconds / 60))} min`;
}

/** @param {any} amount */
function amountText({ amountFormatted, currency }) {
  const chain = chains.get(currency.chainId);
  return `${short(amountFormatted)} ${currency.symbol} on ${chain?.displayName ?? `chain ${String(currency.chainId)}`}`;
}

/** @param {string} label @param {any} transaction */
function transactionLink(label, { hash, chainId }) {
  const explorer = chains.get(chainId)?.explorerUrl ?? '';
  const text = `${label} ${hash.slice(0, 10)}…`;
  // Only a web address may become a link.
  return /^https?:\/\//.test(explorer)
    ? element('a', {
        text,
        title: hash,
        href: `${explorer.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}`,
      })
    : element('span', { text, title: hash });
}

/** @param {any} request */
function drawRequest({ id, status, createdAt, updatedAt, data }) {
  const [done, isMoving, className, words] = tracks[status] ?? [0, false, '', status];
  const { currencyIn, currencyOut } = data.metadata ?? {};
  const what =
    currencyIn === undefined || currencyOut === undefined
      ? id
      : `${amountText(currencyIn)} → ${amountText(currencyOut)}`;
  const track = element(
    'div',
    { className: `track ${className}` },
    [0, 1, 2].map((step) =>
      element('i', { className: step < done ? 'done' : step === done && isMoving ? 'now' : '' }),
    ),
  );
  track.setAttribute('aria-hidden', 'true');
  const fee = Object.values(data.feesUsd ?? {}).reduce((sum, part) => sum + Number(part), 0);
  const ended = (Date.parse(updatedAt) - Date.parse(createdAt)) / 1_000;
  const more = [
    element('a', {
      text: id.slice(0, 12) + '…',
      title: `${id}, as the service tells it`,
      href: `/intents/status/v3?requestId=${encodeURIComponent(id)}`,
    }),
    ...data.inTxs
      .slice(0, 1)
      .map((/** @type {any} */ transaction) => transactionLink('in', transaction)),
    ...data.outTxs
      .slice(0, 1)
      .map((/** @type {any} */ transaction) => transactionLink('out', transaction)),
    element('span', {
      text: isMoving
        ? ago((Date.now() - Date.parse(createdAt)) / 1_000)
        : `${ago((Date.now() - Date.parse(updatedAt)) / 1_000)}, took ${lasted(ended)}`,
    }),
    ...(data.feesUsd === undefined ? [] : [element('span', { text: `fees $${fee.toFixed(4)}` })]),
    ...(data.failReason === 'N/A' ? [] : [element('span', { className, text: data.failReason })]),
  ];
  return element('li', { className: 'request' }, [
    element('div', { className: 'what', text: what }),
    element('div', { className: `word ${className}`, text: words }),
    element('div', { className: 'more' }, more),
    ...(isMoving ? [track] : []),
  ]);
}

/** @param {string} id @param {any[]} requests @param {string} nothing */
function drawRequests(id, requests, nothing) {
  place(id).replaceChildren(
    ...(requests.length === 0
      ? [element('li', { className: 'empty', text: nothing })]
      : requests.map(drawRequest)),
  );
}

/** @param {any} health */
function drawHealth({ status, version, database, chains: states }) {
  const isWell = status === 'ok';
  const words = isWell
    ? 'All systems operational'
    : [
        database === 'ok' ? '' : 'The database is down',
        ...states
          .filter((/** @type {any} */ chain) => chain.status !== 'ok')
          .map((/** @type {any} */ chain) => `${chain.slug} is ${chain.status}`),
      ]
        .filter((text) => text !== '')
        .join(', ');
  const running = states.filter((/** @type {any} */ chain) => chain.status === 'ok').length;
  drawState(words, isWell, `${running} of ${states.length} chains healthy · version ${version}`);
  place('chains').replaceChildren(...states.map(drawChain));
}

/** Says how the whole is. @param {string} words @param {boolean} isWell @param {string} more */
function drawState(words, isWell, more) {
  const className = isWell ? 'good' : 'bad';
  place('health').replaceChildren(
    element('span', { className: `dot ${className}` }),
    element('strong', { className, text: words }),
    element('span', { className: 'more', text: more }),
  );
}

/** @param {any} state */
function drawChain({ id, slug, status, height, ageMs, reason, warnings = [] }) {
  const chain = chains.get(id);
  /** @type {any[]} */
  const moved = chain === undefined ? [] : [chain.currency, ...chain.solverCurrencies];
  return element('div', { className: 'chain' }, [
    element('header', {}, [
      element('h3', { text: chain?.displayName ?? slug }),
      element('span', {
        className: `word ${status === 'ok' ? 'good' : 'bad'}`,
        text: status === 'ok' ? 'Running' : status,
      }),
    ]),
    element('p', {
      className: status === 'ok' ? '' : 'bad',
      text:
        status === 'ok'
          ? `Block ${height.toLocaleString('en')}, ${ago(ageMs / 1_000)}`
          : (reason ?? 'No new blocks'),
    }),
    element('p', {
      className: 'moves',
      text: [...new Set(moved.map(({ symbol }) => symbol))].join(', '),
    }),
    ...warnings.map((/** @type {string} */ text) => element('p', { className: 'warning', text })),
  ]);
}

async function readChains() {
  const { chains: list } = await read('/chains');
  for (const chain of list) chains.set(chain.id, chain);
}

/** @param {string} status @param {number} limit */
async function readRequests(status, limit) {
  const { requests } = await read(
    `/requests/v2?status=${status}&limit=${String(limit)}&sortBy=updatedAt`,
  );
  return requests;
}

/** @type {any[]} */
let others = [];

/** @param {number} turn */
async function look(turn) {
  if (chains.size === 0) await readChains();
  const names = new Map([...chains].map(([id, { displayName }]) => [id, displayName]));
  const levels = turn % levelsEvery === 0 ? drawLevels(names) : undefined;
  if (turn % healthEvery === 0) {
    drawHealth(await read('/health'));
    others = [...(await readRequests('refund', 5)), ...(await readRequests('failure', 5))];
  }
  const moving = [
    ...(await readRequests('pending', 20)),
    ...(await readRequests('depositing', 20)),
  ];
  drawRequests('moving', moving, 'Nothing is in progress now.');
  const ended = [...(await readRequests('success', shownMax)), ...others].sort(
    (a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt),
  );
  drawRequests('ended', ended.slice(0, shownMax), 'No request has ended yet.');
  // The page is shown whole, so that nothing moves.
  await levels;
}

for (let turn = 0; ;) {
  // A page that nobody looks at asks nothing.
  if (document.visibilityState === 'visible') {
    try {
      await look(turn);
    } catch (error) {
      drawState('The state cannot be read', false, error instanceof Error ? error.message : '');
    }
    place('parts').hidden = false;
    turn += 1;
  }
  await new Promise((resolve) => setTimeout(resolve, lookMs));
}
