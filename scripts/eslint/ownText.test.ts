import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { ownText } from './ownText.js';

/** Texts in an element that the rule refuses. */
function refused(jsx: string): number {
  return new Linter().verify(`export const element = ${jsx};`, [
    {
      plugins: { page: { rules: { 'own-text': ownText } } },
      rules: { 'page/own-text': 'error' },
      languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    },
  ]).length;
}

describe('a text of a page', () => {
  it.each([
    '<p>words {count} words</p>',
    '<p>{one}{other}</p>',
    '<p><Icon /> words</p>',
    '<p>{isOn ? <Icon /> : undefined} words</p>',
    '<p><b>words</b>{text}</p>',
    '<Notice>{text} words</Notice>',
    '<>{`${one}`}<b /></>',
    `<p><b />{isOn ? 'on' : <Icon />}</p>`,
    '<ul><li />{items.map((item) => item.name)}</ul>',
  ])('that translators would break is refused: %s', (jsx) => {
    expect(refused(jsx)).toBeGreaterThan(0);
  });

  it.each([
    '<p>{text}</p>',
    '<p>{`${one} of ${other}`}</p>',
    '<p>words <b>{text}</b></p>',
    `<p>words{' '}<span>{text}</span></p>`,
    '<p><Icon /> <span>words</span></p>',
    '<p>words {isOn ? <Icon /> : undefined}</p>',
    '<ul><li />{items.map((item) => <li key={item}>{item}</li>)}</ul>',
    '<p><b />{children}</p>',
    '<p><b />{isOn && <Icon />}</p>',
  ])('that stands alone or never moves is taken: %s', (jsx) => {
    expect(refused(jsx)).toBe(0);
  });
});
