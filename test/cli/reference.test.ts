import { expect, it } from 'vitest';
import { commandLineReference } from '../docs/command-line-page.js';

it('docs/command-line.md says what help says', async () => {
  await expect(commandLineReference()).toMatchFileSnapshot('../../docs/command-line.md');
});
