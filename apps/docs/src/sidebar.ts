/** An entry of the sidebar, as VitePress reads it. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

/** Title of a document: its first heading without marks. */
export function titleOf(text: string): string | undefined {
  return /^# (.*?)(?: \{#\w+\})?$/m.exec(text)?.[1]?.replaceAll('`', '').trim();
}

/** Groups of one part of the site: their titles, and their pages by name or all of a folder. */
type Groups = Readonly<Record<string, readonly string[]>>;

const guide: Groups = {
  Start: ['guide/quick-start', 'guide/wagmi', 'guide/tour', 'guide/migrating'],
  Concepts: [
    'concepts/how-it-works',
    'concepts/quotes',
    'concepts/paying',
    'concepts/fees',
    'concepts/trust',
    'concepts/states',
    'concepts/glossary',
  ],
  Move: [
    'guide/bridge',
    'guide/swap',
    'guide/call',
    'guide/deposit-addresses',
    'guide/exchange',
    'guide/handle-errors',
  ],
  Earn: ['guide/app-fees', 'guide/sponsor-fees', 'guide/withdraw'],
  Operate: [
    'guide/run-a-service',
    'guide/go-to-production',
    'operate/going-live',
    'operate/people',
    'operate/operations',
    'operate/runbook',
    'operate/performance',
    'operate/simulation',
  ],
  Extend: ['guide/write-an-executor', 'guide/write-a-family', 'guide/plugins', 'guide/families'],
  Examples: ['examples/'],
};

const reference: Groups = {
  'HTTP API': ['api/index', 'api/'],
  Interface: ['spec/'],
  Packages: ['packages/'],
  'Exports of packages': ['reference/'],
  Programs: ['programs/'],
};

const inside: Groups = {
  Inside: [
    'inside/architecture',
    'inside/invariants',
    'inside/threats',
    'inside/cases',
    'inside/contributing',
    'inside/bench',
  ],
  Decisions: ['decisions/'],
  'Parts of the service': ['inside/packages/'],
};

/** Order of pages whose group names a folder, where it is not that of their names. */
const last = ['api/dashboard', 'api/errors'];

function linksOf(
  pages: readonly string[],
  titles: ReadonlyMap<string, string>,
): readonly SidebarItem[] {
  const all = [...titles.keys()];
  const wanted = pages.flatMap((page) =>
    page.endsWith('/')
      ? all.filter((each) => each.startsWith(page) && !pages.includes(each))
      : [page],
  );
  const ordered = [
    ...wanted.filter((page) => !last.includes(page)),
    ...last.filter((page) => wanted.includes(page)),
  ];
  return ordered.map((page) => {
    const title = titles.get(page);
    if (title === undefined) throw new Error(`The sidebar names ${page}, which is no page.`);
    const text =
      page === 'api/index' ? 'Overview' : title.replace(/^(?:@portage\/|Decisions: )/, '');
    return { text, link: `/${page.replace(/(^|\/)index$/, '$1')}` };
  });
}

/** Sidebar of every part of the site, by the address that it begins with. */
export function createSidebar(
  titles: ReadonlyMap<string, string>,
): Readonly<Record<string, readonly SidebarItem[]>> {
  const itemsOf = (groups: Groups): readonly SidebarItem[] =>
    Object.entries(groups).map(([text, pages]) => ({ text, items: linksOf(pages, titles) }));
  const [guides, references, insides] = [itemsOf(guide), itemsOf(reference), itemsOf(inside)];
  return {
    ...Object.fromEntries(
      ['/guide/', '/concepts/', '/operate/', '/examples/'].map((part) => [part, guides]),
    ),
    ...Object.fromEntries(
      ['/api/', '/spec/', '/packages/', '/reference/', '/programs/'].map((part) => [
        part,
        references,
      ]),
    ),
    ...Object.fromEntries(['/inside/', '/decisions/'].map((part) => [part, insides])),
  };
}
