import type { Rule } from 'eslint';

const drawn = new Set(['getRandomValues', 'randomUUID']);

/**
 * Refuses the time and the random bytes of the machine where they are written as values: `new
 * Date()`, `Date()`, and `crypto.getRandomValues` however the global is named.
 */
export const handedIn: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      time: 'Ask the clock that is handed in: `new Date(clock.now())`.',
      random: 'Ask for the random bytes that are handed in.',
    },
  },
  create(context) {
    return {
      NewExpression(node) {
        if (
          node.callee.type === 'Identifier' &&
          node.callee.name === 'Date' &&
          node.arguments.length === 0
        )
          context.report({ node, messageId: 'time' });
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date')
          context.report({ node, messageId: 'time' });
      },
      'Identifier, Literal'(node: Rule.Node) {
        const name = node.type === 'Identifier' ? node.name : 'value' in node ? node.value : '';
        if (typeof name === 'string' && drawn.has(name))
          context.report({ node, messageId: 'random' });
      },
    };
  },
};
