// The commands below `inspect`: a machine is one, and each of its questions one below that, with options of its own.

import { Argument, type Command as Program } from 'commander';
import type { Inspection, Machine } from '../machines/machine.js';
import { flagsOf } from './flags.js';
import { flagsOfInspection, inspectionUsage } from './inspections.js';
import { describe, described, optionOf } from './program.js';

interface InspectionParsing {
  readonly machines: readonly Machine[];
  readonly version: string;
  /** Says what happens when the command was typed. */
  readonly listen: (program: Program, inspection: Inspection) => void;
}

export function addInspections(program: Program, { machines, version, listen }: InspectionParsing): void {
  program.addHelpText('after', () => everyQuestion(program));
  for (const machine of machines) {
    const below = described(machine, version).usage('<what> ...');
    for (const inspection of machine.inspections) {
      const one = question(inspection, version);
      listen(one, inspection);
      below.addCommand(one);
    }
    program.addCommand(below);
  }
}

/** The flags stand with the questions, because each has more of its own; whoever asks for the command's help sees them too. */
function everyQuestion(program: Program): string {
  const help = program.createHelp();
  help.helpWidth = program.configureOutput().getOutHelpWidth?.() ?? 80;
  const spelled = flagsOf('inspect').map((flag) => ({ flag, term: optionOf(flag).flags }));
  const width = Math.max(...spelled.map(({ term }) => term.length));
  const lines = spelled.map(({ flag, term }) => help.formatItem(term, width, describe(flag), help));
  return `\nEvery question takes:\n${lines.join('\n')}`;
}

function question(inspection: Inspection, version: string): Program {
  const program = described(inspection, version).usage(`[options] ${inspectionUsage(inspection)}`.trimEnd());
  const { positional } = inspection;
  if (positional) {
    const { name, doc, takes } = positional;
    program.addArgument(new Argument(takes === 'one' ? `<${name}>` : `<${name}...>`, doc));
  }
  for (const flag of flagsOfInspection(inspection)) program.addOption(optionOf(flag));
  return program;
}
