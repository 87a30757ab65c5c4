import { inBrowser, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { showFault } from './showFault.js';
import './style.css';

/** The page of the start has no main part of its own, which screen readers jump to. */
function markMain(): void {
  const content = document.querySelector('#VPContent');
  if (content?.classList.contains('is-home') === true) content.setAttribute('role', 'main');
  else content?.removeAttribute('role');
}

// VitePress reads the default export.
export default {
  extends: DefaultTheme,
  enhanceApp: ({ app, router }) => {
    if (inBrowser) app.config.errorHandler = showFault;
    // The page is drawn before the next frame.
    if (inBrowser) router.onAfterRouteChange = () => void requestAnimationFrame(markMain);
  },
} satisfies Theme;
