import { dirname, join } from 'node:path/posix';

/** Targets that links of a document may lead to. */
export interface LinkTargets {
  /** Address of the page that a file of the repository is on; undefined where it is on none. */
  addressOf(file: string): string | undefined;
  /** Address of a picture; undefined for other files. */
  pictureOf(file: string): string | undefined;
}

const link = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** Changes the parts of a text that are no code, and keeps code as it is. */
export function mapProse(text: string, change: (prose: string) => string): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence === undefined && mark === undefined) return mapOutsideSpans(line, change);
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence) === true) fence = undefined;
      return line;
    })
    .join('\n');
}

/** Code within a link's words goes with the link, so spans are set aside and put back. */
function mapOutsideSpans(line: string, change: (prose: string) => string): string {
  const spans: string[] = [];
  const prose = line.replace(/(`+)[^`]*?\1(?!`)/g, (span) => `\u0000${spans.push(span) - 1}\u0000`);
  return change(prose).replace(/\0(\d+)\0/g, (_, index: string) => spans[Number(index)] ?? '');
}

/**
 * Turns the links of a document of the repository into links of the site. What is on no page, such
 * as a source, keeps its words and loses its link.
 */
export function rewriteLinks(text: string, file: string, targets: LinkTargets): string {
  return mapProse(text, (prose) =>
    prose.replace(link, (whole, mark: string, words: string, target: string) => {
      if (/^(?:[a-z][a-z\d+.-]*:|#)/i.test(target)) return whole;
      const [path = '', fragment] = target.split('#', 2);
      const other = join(dirname(file), path).replace(/\/$/, '');
      if (mark === '!') {
        const picture = targets.pictureOf(other);
        if (picture === undefined) throw new Error(`${file}: ${path} is no picture of the site`);
        return `![${words}](${picture})`;
      }
      const address = targets.addressOf(other) ?? targets.addressOf(`${other}/README.md`);
      if (address === undefined) return words;
      return `[${words}](${address}${fragment === undefined ? '' : `#${fragment}`})`;
    }),
  );
}
