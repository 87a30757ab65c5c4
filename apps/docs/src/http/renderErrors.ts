import { errorCodes } from '@portage/core';
import { escapeHtml, inlineHtml } from '../html.js';
import type { OperationGroup } from './openApi.js';

interface Row {
  readonly code: string;
  readonly status: string;
  readonly again: string;
  readonly meaning: string;
  readonly advice: string;
}

interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

const row =
  /^\| <a id="([A-Z][A-Z\d_]+)"><\/a>`\w+` \| ([^|]*) \| ([^|]*) \| ((?:[^|\\]|\\.)*) \| ((?:[^|\\]|\\.)*) \|/;

/** Tables of codes on the page of the interface, under their headings. */
function readSections(spec: string): readonly Section[] {
  const sections: { title: string; rows: Row[] }[] = [];
  for (const line of spec.split('\n')) {
    const title = /^### (.*)$/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title, rows: [] });
    const [, code, status = '', again = '', meaning = '', advice = ''] = row.exec(line) ?? [];
    if (code !== undefined) sections.at(-1)?.rows.push({ code, status, again, meaning, advice });
  }
  return sections.filter(({ rows }) => rows.length > 0);
}

/** The page of every code: what it means, what to do, and which operations answer it. */
export function renderErrors(spec: string, groups: readonly OperationGroup[]): string {
  const sections = readSections(spec);
  const shown = new Set(sections.flatMap(({ rows }) => rows.map(({ code }) => code)));
  const missing = Object.keys(errorCodes).filter((code) => !shown.has(code));
  if (missing.length > 0)
    throw new Error(`docs/spec/errors.md has no row of ${missing.join(', ')}`);
  return [
    '# Errors',
    '',
    'Every refusal has a stable code: the service sends it, the SDK throws it, and usage counts it.',
    'The list only grows, and a code keeps its meaning. [The interface](/spec/errors) describes the',
    'body of an error; [a guide](/guide/handle-errors) shows what an app does with it.',
    '',
    ...sections.flatMap(({ title, rows }) => [
      `## ${title}`,
      '',
      ...rows.map((each) => renderRow(each, groups)),
      '',
    ]),
  ].join('\n');
}

function renderRow(
  { code, status, again, meaning, advice }: Row,
  groups: readonly OperationGroup[],
): string {
  const answering = groups.flatMap(({ page, operations }) =>
    operations
      .filter(({ responses }) =>
        Object.values(responses).some(({ description }) => description.includes(`\`${code}\``)),
      )
      .map(
        ({ operationId, path }) =>
          `<a href="./${page.replace('api/', '')}#${operationId}">${escapeHtml(path)}</a>`,
      ),
  );
  const places =
    answering.length === 0
      ? ''
      : answering.length > 8
        ? `<p class="limits">Answered by ${answering.length} operations</p>`
        : `<p class="limits">Answered by ${answering.join(' ')}</p>`;
  const http = /^\d/.test(status)
    ? `<span class="type ignore-header">HTTP ${escapeHtml(status)}</span>`
    : '';
  const retry = again === 'yes' ? '<span class="need again ignore-header">try again</span>' : '';
  return `<section class="error-code"><h3 id="${code}" tabindex="-1"><code>${code}</code>${http}${retry}<a class="header-anchor" href="#${code}" aria-label="Permalink to ${code}">&#8203;</a></h3><p>${inlineHtml(meaning)}</p><p class="advice">${inlineHtml(advice)}</p>${places}</section>\n`;
}
