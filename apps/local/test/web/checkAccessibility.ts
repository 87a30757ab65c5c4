import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 375].map((width) => ({ colorScheme, width })),
);

/** Holds a page to the rules, and to the width of its screen, in every look. */
export async function checkAccessibility(page: Page, name: string): Promise<void> {
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { axe: rules } = globalThis as unknown as { readonly axe: typeof axe };
      const { violations } = await rules.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      });
      const { scrollWidth, clientWidth } = document.documentElement;
      const wide = scrollWidth > clientWidth ? [`${String(scrollWidth)} px wide`] : [];
      return [
        ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        ...wide,
      ];
    });
    expect([name, colorScheme, width, found]).toEqual([name, colorScheme, width, []]);
  }
}
