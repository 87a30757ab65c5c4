import type { Rule } from 'eslint';
import { sleepers } from './sleepers.js';

/** Milliseconds below which a test may not limit itself: its default is five minutes. */
const limitMsMin = 60_000;

/** Milliseconds below which a test may not ask that less time has passed. */
const elapsedMsMin = 20_000;

/** An expectation of how little time has passed, without white space. */
const elapsed = /^expect\((?:Date|performance)\.now\(\)-\w+\)\.toBeLessThan(?:OrEqual)?$/;

/** Functions of a test run that take a limit of their own as their last argument. */
const limited = /^(?:test|it|before(?:All|Each)|after(?:All|Each))\b/;

/** Reads of a browser that do not wait until what they read is as it should be. */
const browserReads = [
  'textContent',
  'innerText',
  'allInnerTexts',
  'allTextContents',
  'inputValue',
  'getAttribute',
  'isVisible',
  'isHidden',
  'isEnabled',
  'isDisabled',
  'isChecked',
];
const browserRead = new RegExp(`^await\\b.*\\.(?:${browserReads.join('|')})\\(`, 's');

const sleepingModules = ['node:timers', 'node:timers/promises', 'timers/promises'];

/**
 * Holds tests to waits for events: no own limit of `expect.poll`, no own polling loop, no single
 * look at a page, no sleep but in the files that had one, no limit of a test below a minute, and no
 * expectation that little time has passed.
 */
export const patientTests: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      poll: 'Leave the limit out: all waits have the one of `vitest.config.ts`.',
      vitest: 'Ask `expect.poll` or `eventually`: `vi.waitFor` waits for a second alone.',
      until: 'Ask `expect.poll`, or `eventually` of `@portage/testing`.',
      loop: 'Ask `expect.poll`, or `eventually` of `@portage/testing`: this loop has a limit of its own.',
      read: 'Ask `expect.poll`: the page may not be there yet.',
      sleep: 'Wait for an event: rounds, blocks or calls of the part under test.',
      elapsed: 'Count calls or rounds: a slow machine takes longer without a fault.',
      limit: 'Leave the limit out: it is five minutes, and a slow machine needs them.',
    },
  },
  create(context) {
    const text = (node: unknown): string => context.sourceCode.getText(node as Rule.Node);
    const maySleep = sleepers.some((file) => context.filename.endsWith(`/${file}`));
    const sleep = (node: Rule.Node): void => {
      if (!maySleep) context.report({ node, messageId: 'sleep' });
    };
    const loop = (node: Rule.Node): void => {
      if (hasDeadline(text(node))) context.report({ node, messageId: 'loop' });
    };
    return {
      'FunctionDeclaration[id.name="until"]'(node: Rule.Node) {
        context.report({ node, messageId: 'until' });
      },
      'VariableDeclarator[id.name="until"][init.type=/Function/]'(node: Rule.Node) {
        context.report({ node, messageId: 'until' });
      },
      WhileStatement: loop,
      DoWhileStatement: loop,
      ForStatement: loop,
      ImportDeclaration(node) {
        if (sleepingModules.includes(String(node.source.value))) sleep(node);
      },
      'NewExpression[callee.name="Promise"]'(node: Rule.Node) {
        if (/\bsetTimeout\(/.test(text(node))) sleep(node);
      },
      CallExpression(node) {
        const callee = text(node.callee).replace(/\s/g, '');
        if (/(?:^|\.)waitForTimeout$/.test(callee)) sleep(node);
        if (/(?:^|\.)promisify$/.test(callee) && text(node).includes('setTimeout')) sleep(node);
        if (/^vi\.wait(?:For|Until)$/.test(callee)) context.report({ node, messageId: 'vitest' });
        if (callee === 'expect.poll' && node.arguments.slice(1).some((one) => hasTimeout(one)))
          context.report({ node, messageId: 'poll' });
        if (callee === 'expect' && browserRead.test(text(node.arguments[0])))
          context.report({ node, messageId: 'read' });
        if (elapsed.test(callee) && node.arguments.some((one) => isBelow(one, elapsedMsMin)))
          context.report({ node, messageId: 'elapsed' });
        if (limited.test(callee) && node.arguments.some((one) => isShort(one)))
          context.report({ node, messageId: 'limit' });
      },
    };
  },
};

/** Whether a loop asks the clock of the machine when it has to end. */
const hasDeadline = (code: string): boolean =>
  /(?:Date|performance)\.now\(\)\s*[<>]|[<>]=?\s*(?:Date|performance)\.now\(\)/.test(code) ||
  /\bfor \(.*=\s*(?:Date|performance)\.now\(\)/.test(code);

const isTimeout = (property: object): boolean =>
  'key' in property && (property.key as { readonly name?: string }).name === 'timeout';

function hasTimeout(node: object): boolean {
  return 'properties' in node && (node.properties as readonly object[]).some(isTimeout);
}

/** Whether an argument is a short limit: a number, or options with one. */
function isShort(node: object): boolean {
  if ('properties' in node)
    return (node.properties as readonly { readonly value?: object }[])
      .filter(isTimeout)
      .some(({ value }) => value !== undefined && isShort(value));
  return isBelow(node, limitMsMin);
}

/** Whether an argument is a number below the least one. Of a name nothing is known. */
const isBelow = (node: object, least: number): boolean =>
  'value' in node && typeof node.value === 'number' && node.value < least;
