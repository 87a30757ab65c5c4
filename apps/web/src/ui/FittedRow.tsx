import type { CSSProperties, ReactElement, ReactNode } from 'react';

/** Properties of a {@link FittedRow}. */
export interface FittedRowProps {
  /** Text whose every letter has to be seen. */
  readonly text: string;
  /** The text in its element, whose size is inherited. */
  readonly children: ReactNode;
}

/** Width of a digit at most, and room for the cursor, as parts of the size of the text. */
const digitWidth = 0.62;
const cursorWidth = 0.4;
/** Sizes of a short text, of one that still shares its line, and of the longest, in rem. */
const [sizeMax, sizeShared, sizeMin] = [1.875, 1.125, 0.625];

/**
 * A line that shows all of a number: a long one is written smaller, and one that would be too small
 * beside its neighbour takes the line for itself. Only the number of letters and the width of the
 * line count, so nothing is measured.
 */
export function FittedRow({ text, children }: FittedRowProps): ReactElement {
  const width = Math.max(1, text.length) * digitWidth + cursorWidth;
  const line: CSSProperties = {
    containerType: 'inline-size',
    flex: `1 1 min(100%, ${String(width * sizeShared)}rem)`,
  };
  const fontSize = `clamp(${String(sizeMin)}rem, ${String(100 / width)}cqw, ${String(sizeMax)}rem)`;
  return (
    <div style={line} className="min-w-0">
      <div style={{ fontSize }} className="flex h-9 items-center font-medium tracking-tight">
        {children}
      </div>
    </div>
  );
}
