import { expect, it } from 'vitest';
import { mendLanguage } from './mendLanguage.js';

it.each([
  ['en-US@posix', 'en'],
  ['', 'en'],
  ['C', 'en'],
  ['de', 'de'],
  ['pt-BR', 'pt-BR'],
])('a browser in %j is read as one in %j', (language, read) => {
  const browser = { language };
  mendLanguage(browser);
  expect(browser.language).toBe(read);
});
