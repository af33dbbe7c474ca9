// The two output streams and their colors. Results go to stdout and everything else to stderr (design: streams).

import { colorStyle, plainStyle, type Style } from '../report/style.js';

export type ColorChoice = 'auto' | 'always' | 'never';

export interface Terminal {
  /** Resolves when the text has been handed over, so that a slow reader slows us down instead of filling memory. */
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
  readonly outStyle: Style;
  /** Whether stderr takes colors. */
  readonly errColor: boolean;
  /** Characters a line may have on stderr; null where no person reads along. */
  readonly errWidth: number | null;
  readonly errIsTerminal: boolean;
}

export interface TerminalStreams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function openTerminal(color: ColorChoice, streams: TerminalStreams): Terminal {
  const { stdout, stderr, environment } = streams;
  return {
    out: (text) =>
      new Promise((resolve, reject) => {
        stdout.write(text, (problem) => (problem ? reject(problem) : resolve()));
      }),
    err: (text) => {
      stderr.write(text);
    },
    outStyle: {
      ...(wantsColor(color, stdout, environment) ? colorStyle : plainStyle),
      ...(stdout.isTTY && stdout.columns > 0 && { width: Math.max(40, stdout.columns) }),
    },
    errColor: wantsColor(color, stderr, environment),
    errWidth: stderr.isTTY && stderr.columns > 0 ? Math.max(40, stderr.columns) : null,
    errIsTerminal: stderr.isTTY === true,
  };
}

/** The flag beats the environment; NO_COLOR beats FORCE_COLOR; otherwise the stream decides, each for itself. */
export function wantsColor(
  color: ColorChoice,
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  if (color !== 'auto') return color === 'always';
  if (environment.NO_COLOR) return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined && forced !== '0' && forced !== 'false') return true;
  if (forced !== undefined || environment.TERM === 'dumb') return false;
  return stream.isTTY === true;
}
