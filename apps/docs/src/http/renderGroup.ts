import { escapeHtml } from '../html.js';
import { renderMembers, renderSchema, type Resolve } from './renderSchema.js';
import type { Operation, OperationGroup } from './openApi.js';
import { needsKey, samplesOf } from './samples.js';

/** The page of a group: each operation with its words on the left, and its calls on the right. */
export function renderGroup(group: OperationGroup, resolve: Resolve): string {
  return [
    '---',
    'aside: false',
    'pageClass: http-page',
    '---',
    '',
    `# ${group.name} {#group}`,
    '',
    group.description,
    '',
    ...group.operations.map((operation) => renderOperation(operation, resolve)),
  ].join('\n');
}

function renderOperation(operation: Operation, resolve: Resolve): string {
  const { operationId, method, path, summary, description } = operation;
  const marks = [
    ...(operation.deprecated ? ['<span class="mark">deprecated</span>'] : []),
    ...(operation['x-portage-offered'] ? [] : ['<span class="mark">not offered yet</span>']),
    ...(needsKey(operation) ? ['<span class="mark key">needs a key</span>'] : []),
  ];
  return [
    `## ${summary.replace(/\.$/, '')} {#${operationId}}`,
    '',
    `<div class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span><code>${escapeHtml(path)}</code>${marks.join('')}</div>`,
    '',
    '<div class="operation"><div class="words">',
    '',
    description,
    '',
    ...inputOf(operation, resolve),
    ...outputOf(operation, resolve),
    ...errorsOf(operation),
    '</div><div class="calls">',
    '',
    '::: code-group',
    ...samplesOf(operation).map(
      ({ language, label, text }) => `\n\`\`\`${language} [${label}]\n${text}\n\`\`\``,
    ),
    '',
    ':::',
    '',
    '</div></div>',
    '',
  ].join('\n');
}

function inputOf({ parameters, requestBody }: Operation, resolve: Resolve): readonly string[] {
  const named = parameters.map(({ name, schema, required, description, ...rest }) => ({
    name,
    schema,
    description,
    isRequired: required,
    place: rest.in,
  }));
  return [
    ...(named.length === 0 ? [] : [part('Parameters', renderMembers(named, resolve))]),
    ...(requestBody === undefined
      ? []
      : [part('Body', renderSchema(requestBody.content['application/json'].schema, resolve))]),
  ];
}

function outputOf({ operationId }: Operation, resolve: Resolve): readonly string[] {
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Response`;
  const members = renderSchema(resolve(name), resolve);
  return members === ''
    ? []
    : [`<details class="part"><summary>Answer</summary>${members}</details>`, ''];
}

function errorsOf({ responses }: Operation): readonly string[] {
  const codes = Object.entries(responses).flatMap(([status, { description }]) =>
    [...description.matchAll(/^`([A-Z_\d]+)`/gm)].map((match) => ({
      status,
      code: match[1] ?? '',
    })),
  );
  if (codes.length === 0) return [];
  const items = codes.map(
    ({ status, code }) =>
      `<li><span class="status">${status}</span> <a href="./errors#${code}">${code}</a></li>`,
  );
  return [
    `<details class="part"><summary>Errors</summary><ul class="codes">${items.join('')}</ul></details>`,
    '',
  ];
}

function part(title: string, html: string): string {
  return `<p class="part-title">${title}</p>${html}\n`;
}
