/**
 * Names a language where the browser names none that is valid, as in `en-US@posix`: uPlot formats
 * numbers in it when it is loaded, and would throw.
 */
export function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en' });
  }
}
