// The two output streams and their colors. Results go to stdout and everything else to stderr (design: streams).

import { colorStyle, plainStyle, type Style } from '../report/style.js';

export type ColorChoice = 'auto' | 'always' | 'never';

export interface Terminal {
  /** Resolves when the text has been handed over, so that a slow reader slows us down instead of filling memory. */
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
  readonly outStyle: Style;
  /** Characters a line may have on stdout; null where no person reads along. */
  readonly outWidth: number | null;
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
      ...(widthOf(stdout) !== null && { width: widthOf(stdout)! }),
    },
    outWidth: widthOf(stdout),
    errColor: wantsColor(color, stderr, environment),
    errWidth: widthOf(stderr),
    errIsTerminal: stderr.isTTY === true,
  };
}

function widthOf({ isTTY, columns }: NodeJS.WriteStream): number | null {
  return isTTY && columns > 0 ? Math.max(40, columns) : null;
}

/** The flag beats the environment; NO_COLOR beats FORCE_COLOR; otherwise the stream decides, each for itself. */
function wantsColor(
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
