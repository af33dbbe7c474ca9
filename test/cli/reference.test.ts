import { expect, it } from 'vitest';
import { commandLineReference } from '../../src/cli/reference.js';

it('docs/command-line.md says what help says', async () => {
  await expect(commandLineReference()).toMatchFileSnapshot('../../docs/command-line.md');
});
