// `--print-config`: every resolved value of a command and where it came from.

import { renderTable } from '../report/table.js';
import type { Context } from './context.js';
import type { Ending } from './ending.js';
import { done } from './ending.js';
import type { CommandName } from './flags.js';
import { flagsOf } from './flags.js';
import type { ResolvedValue } from './options.js';
import { isOn } from './options.js';

export async function printConfig(command: CommandName, { options, terminal }: Context): Promise<Ending> {
  const shown = flagsOf(command).filter((flag) => flag.name !== 'print-config');
  const resolved = shown.map((flag) => ({ flag, ...(options.get(flag.name) as ResolvedValue) }));
  if (isOn(options, 'json')) {
    const values = resolved.map(({ flag, value, origin, where }) => [
      flag.name,
      { value: value ?? null, origin, where },
    ]);
    await terminal.out(
      `${JSON.stringify({ schemaVersion: 1, command, options: Object.fromEntries(values) }, null, 2)}\n`,
    );
    return done;
  }
  const table = renderTable({
    columns: [{ header: 'option' }, { header: 'value' }, { header: 'from' }],
    rows: resolved.map(({ flag, value, origin, where }) => [
      flag.name,
      value === undefined ? `(${flag.without ?? 'none'})` : Array.isArray(value) ? value.join(', ') : String(value),
      where && origin !== 'default' ? `${origin}: ${where}` : origin,
    ]),
    style: terminal.outStyle,
  });
  await terminal.out(table);
  return done;
}
