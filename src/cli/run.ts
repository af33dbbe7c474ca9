// One run of the program: parse, resolve options, dispatch. What is the process's own, its streams included, is handed in
// by the entry point.

import { readFileSync } from 'node:fs';
import type { Outcome } from '../diagnostics/diagnostic.js';
import { badInput, done, type Ending } from './ending.js';
import type { CommandName } from './flag.js';
import { isOn, type OptionSources, type Options, resolveOptions, textOf } from './options.js';
import { parseCommandLine } from './parse.js';
import { type ColorChoice, openTerminal, type TerminalStreams } from './terminal.js';

const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

export async function run(argv: readonly string[], streams: TerminalStreams): Promise<Ending> {
  const terminal = openTerminal('auto', streams);
  const parsed = parseCommandLine(argv, version);
  if (parsed.kind === 'text') {
    await terminal.out(parsed.text);
    return done;
  }
  if (parsed.kind === 'usage-error') {
    terminal.err(parsed.text);
    return badInput;
  }
  const { command, positional, typed, asked } = parsed;
  const resolved = await resolve(command.name, { typed, environment: streams.environment });
  if (!resolved.value) {
    const { renderDiagnostics } = await import('./output.js');
    terminal.err(renderDiagnostics(resolved.diagnostics, terminal));
    return badInput;
  }
  const options = resolved.value;
  const own = openTerminal(textOf(options, 'color') as ColorChoice, streams);
  const said = resolved.diagnostics;
  const context = { files: positional, options, terminal: own, argv, version, said, ...(asked && { asked }) };
  if (said.length > 0) {
    const { showDiagnostics } = await import('./output.js');
    showDiagnostics(context, said);
  }
  if (isOn(options, 'print-config')) {
    const { printConfig } = await import('./print-config.js');
    return printConfig(command.name, context);
  }
  const perform = await command.load();
  return perform(context);
}

async function resolve(command: CommandName, sources: OptionSources): Promise<Outcome<Options>> {
  const file = sources.typed.get('config') ?? sources.environment.MAPPER_CONFIG;
  if (typeof file !== 'string' || file === '' || command === 'completion') return resolveOptions(command, sources);
  const { readConfig } = await import('./read-config.js');
  const { value: values, diagnostics } = readConfig(file);
  return values ? resolveOptions(command, { ...sources, config: { file, values } }) : { value: undefined, diagnostics };
}
