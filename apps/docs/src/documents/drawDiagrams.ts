import { createHash } from 'node:crypto';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { escapeHtml } from '../html.js';

/** Width in pixels from which on a diagram scrolls instead of being made smaller. */
const widthMax = 900;

/**
 * Draws the Mermaid diagrams of a document, and puts the pictures in place of their text. Their
 * colours and letters are those of the page. A picture is named by the heading that it is under.
 */
export function drawDiagrams(text: string): string {
  let heading = '';
  return text.replace(/^#+ (.*)$|^```mermaid\n([\s\S]*?)^```$/gm, (whole, title, diagram) => {
    if (typeof title === 'string') heading = title.replaceAll('`', '');
    return typeof diagram === 'string' ? draw(diagram, heading) : whole;
  });
}

/** Width in pixels of the column of text. */
const columnWidth = 700;

/** Draws a diagram; one that is too wide goes from above to below where that is narrower. */
function fit(diagram: string): readonly [svg: string, width: number] {
  const [svg, width] = render(diagram);
  if (width <= columnWidth) return [svg, width];
  const turned = render(diagram.replace(/^(flowchart|graph) LR$/m, '$1 TD'));
  return turned[1] < width ? turned : [svg, width];
}

function render(diagram: string): readonly [svg: string, width: number] {
  const spacing = { padding: 12, nodeSpacing: 18, layerSpacing: 26 };
  const svg = renderMermaidSVG(diagram, { ...spacing, transparent: true });
  return [svg, Number(/\bwidth="([\d.]+)"/.exec(svg)?.[1])];
}

function draw(diagram: string, heading: string): string {
  const name = createHash('sha256').update(diagram).digest('hex').slice(0, 8);
  const label = `aria-label="Diagram: ${escapeHtml(heading)}"`;
  const [drawn, width] = fit(diagram);
  const svg = drawn
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/^<svg([^>]*?) style="[^"]*"/, `<svg$1 role="img" ${label}`)
    // Several diagrams may be on one page.
    .replace(/\bid="([\w-]+)"/g, `id="$1-${name}"`)
    .replace(/url\(#([\w-]+)\)/g, `url(#$1-${name})`)
    .replaceAll('rx="0" ry="0"', 'rx="8" ry="8"')
    .replaceAll(/\n\s*/g, ' ');
  // On a narrow screen it scrolls, for which keyboards have to reach it.
  const isWide = width > widthMax;
  return `<div class="diagram${isWide ? ' wide' : ''}" style="--width: ${Math.ceil(width)}px" tabindex="0" role="region" ${label}>${svg}</div>`;
}
