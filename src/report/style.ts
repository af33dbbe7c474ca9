// Text styles as a value that is passed along, so that a report is a pure function of its data and its style.

import { styleText } from 'node:util';

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly accent: (text: string) => string;
  /** Characters a line may have. */
  readonly width: number;
}

const same = (text: string): string => text;

/** What every terminal has, and what files and pipes are written for. */
const usualWidth = 80;

export const plainStyle: Style = {
  bold: same,
  dim: same,
  good: same,
  warn: same,
  bad: same,
  accent: same,
  width: usualWidth,
};

function styled(format: Parameters<typeof styleText>[0]): (text: string) => string {
  return (text) => styleText(format, text, { validateStream: false });
}

export const colorStyle: Style = {
  bold: styled('bold'),
  dim: styled('dim'),
  good: styled('green'),
  warn: styled('yellow'),
  bad: styled('red'),
  accent: styled('cyan'),
  width: usualWidth,
};
