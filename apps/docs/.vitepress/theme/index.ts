import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

// VitePress reads the default export.
export default DefaultTheme;
