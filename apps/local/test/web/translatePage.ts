import type { BrowserContext } from 'playwright-core';

/**
 * Does to every page of a browser what its translator does: each text that appears is taken out of
 * its place, and comes back inside two elements. The words stay, so that they can be looked for.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const isShown = ({ nodeValue, parentElement }: Node): boolean =>
      (nodeValue ?? '').trim() !== '' &&
      parentElement !== null &&
      parentElement.closest('font, script, style, noscript, textarea, svg, title') === null;
    const made = (name: string): HTMLElement => document.createElement(name);
    const translate = (root: Node): void => {
      const texts: Node[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node: Node | null = root; node !== null; node = walker.nextNode())
        if (node.nodeType === Node.TEXT_NODE && isShown(node)) texts.push(node);
      for (const text of texts) {
        const [outer, inner] = [made('font'), made('font')];
        inner.textContent = text.nodeValue;
        outer.append(inner);
        text.parentNode?.replaceChild(outer, text);
      }
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) translate(node);
    }).observe(document, { childList: true, subtree: true });
  });
}
