// `mapper completion`: one shell's script on stdout.

import type { Context } from '../context.js';
import { done, type Ending } from '../ending.js';
import { bashCompletion } from '../shells/bash.js';
import { fishCompletion } from '../shells/fish.js';
import { zshCompletion } from '../shells/zsh.js';

export async function completion({ files, terminal }: Context): Promise<Ending> {
  // The parser has admitted one of three words.
  await terminal.out(files[0] === 'bash' ? bashCompletion() : files[0] === 'zsh' ? zshCompletion() : fishCompletion());
  return done;
}
