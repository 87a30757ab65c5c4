/**
 * Names a language where the browser names none that is valid, as in `en-US@posix`: whatever
 * formats numbers in it would throw. Called before anything of a page is shown.
 */
export function mendLanguage(browser: Pick<Navigator, 'language'> = navigator): void {
  try {
    Intl.getCanonicalLocales(browser.language);
  } catch {
    Object.defineProperty(browser, 'language', { value: 'en' });
  }
}
