// `--print-config`: every resolved value of a command and where it came from.

import { failure, type Outcome } from '../diagnostics/diagnostic.js';
import { renderTable, texts } from '../report/table.js';
import { csvText } from '../results/csv.js';
import { redactedUrl } from '../sweep/redis-url.js';
import type { Context } from './context.js';
import { badInput, done, type Ending } from './ending.js';
import type { CommandName, Flag } from './flag.js';
import { flagsOf } from './flags.js';
import type { Options, ResolvedValue } from './options.js';
import { print, showDiagnostics } from './output.js';

export async function printConfig(command: CommandName, context: Context): Promise<Ending> {
  const merged = await withInputs(command, context);
  if (!merged.value) {
    showDiagnostics(context, merged.diagnostics);
    return badInput;
  }
  const options = merged.value;
  const shown = flagsOf(command).filter((flag) => flag.name !== 'print-config');
  const resolved = shown.map((flag) => {
    const { value, ...origin } = options.get(flag.name) as ResolvedValue;
    return { flag, value: flag.secret && typeof value === 'string' ? redactedUrl(value) : value, ...origin };
  });
  const header = ['option', 'value', 'from'] as const;
  const rows = <Missing>(missing: (flag: Flag) => Missing) =>
    resolved.map(({ flag, value, origin, where }) => [
      flag.name,
      value === undefined ? missing(flag) : Array.isArray(value) ? value.join(', ') : String(value),
      where && origin !== 'default' ? `${origin}: ${where}` : origin,
    ]);
  await print(
    { ...context, options },
    {
      json: () => {
        const values = resolved.map(({ flag, value, origin, where }) => [
          flag.name,
          { value: value ?? null, origin, where },
        ]);
        return { schemaVersion: 1, command, options: Object.fromEntries(values) };
      },
      csv: () => csvText([header, ...rows(() => null)]),
      text: (style) =>
        renderTable({
          columns: texts(...header),
          rows: rows(({ without }) => `(${without ?? 'none'})`),
          style,
        }),
    },
  );
  return done;
}

/** A search's input files may have a `mapper:` section with options. */
async function withInputs(command: CommandName, { files, options }: Context): Promise<Outcome<Options>> {
  if (command !== 'search' || files.length === 0) return { value: options, diagnostics: [] };
  const [{ readGiven }, { groupLayers }, { withMapper }, { readSpec }] = await Promise.all([
    import('./inputs.js'),
    import('./layers.js'),
    import('./search-options.js'),
    import('../spec/read-spec.js'),
  ]);
  const { value: given, diagnostics } = await readGiven(files, options);
  if (!given) return failure(...diagnostics);
  const spec = readSpec(groupLayers(given.inputs)[0]!, given.read);
  return spec.value ? withMapper(options, spec.value.mapper) : failure(...spec.diagnostics);
}
