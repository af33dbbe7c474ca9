// `globals:` (section A.2). Of the variables that it sets for the reference's process, two change what the model counts; the
// functions that it lists are Python, which is not run.

import { type Diagnostic, error, warning } from '../../diagnostics/diagnostic.js';
import type { MapNode, Node } from '../node.js';
import type { ModelSwitches } from '../spec.js';

export function readGlobals(globals: MapNode | undefined, diagnostics: Diagnostic[]): ModelSwitches {
  let switches: ModelSwitches = {};
  for (const { key, keySpan, value } of globals?.entries ?? []) {
    if (key === 'version' || isEmpty(value)) continue;
    if (key === 'expression_custom_functions') {
      const hint = 'write the expressions that use them with the built-in functions';
      const message = 'functions written in Python are not run';
      diagnostics.push(error('E-UNSUPPORTED', message, { span: keySpan, hint }));
    } else if (key === 'environment_variables' && value.kind === 'map') switches = environment(value, diagnostics);
    else diagnostics.push(warning('W-DROPPED', `globals.${key} has no effect`, { span: keySpan }));
  }
  return switches;
}

function isEmpty(value: Node): boolean {
  return value.kind === 'scalar' || (value.kind === 'list' ? value.items : value.entries).length === 0;
}

/** Those of the reference that change its counts and have no counterpart here. */
const UNKNOWN_EFFECTS =
  /^TIMELOOP_(ENABLE_UPDATED_RMW|ENABLE_TOROIDAL_LINKS|DISABLE_TEMPORAL_EXTRAPOLATION|USE_SYNTHETIC_MASK|USE_ISL)$/;

function environment(variables: MapNode, diagnostics: Diagnostic[]): ModelSwitches {
  const set = new Map(
    variables.entries.map(({ key, value }) => [key, value.kind === 'scalar' ? String(value.value) : '']),
  );
  for (const { key, keySpan } of variables.entries)
    if (UNKNOWN_EFFECTS.test(key) && set.get(key) !== '0')
      diagnostics.push(warning('W-DROPPED', `${key} has no effect on this model`, { span: keySpan }));
  return {
    ...(set.get('TIMELOOP_ENABLE_FIRST_READ_ELISION') === '0' && { firstReadElision: false }),
    ...(set.has('TIMELOOP_DISABLE_LINK_TRANSFERS') && { linkTransfers: false }),
  };
}
