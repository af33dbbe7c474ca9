// Actions in an ERT that nobody reads are legal, since estimators list more than the model counts; one that is a letter from
// an action of the model is a slip, and its energy would be missing.

import { type Diagnostic, warning } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggestion.js';
import type { ErtTable } from '../spec/spec.js';
import { computeActions } from './compute-level.js';
import { storageActions } from './storage-energy.js';

const stored = Object.values(storageActions).flat();
const withMetadata = [...stored, 'metadata_read', 'metadata_write', 'metadata_update'];
const known: ReadonlySet<string> = new Set([
  ...withMetadata,
  ...withMetadata.flatMap((name) => [`gated_${name}`, `skipped_${name}`]),
  ...computeActions,
  ...computeActions.flatMap((name) => [`${name}_gated`, `${name}_skipped`]),
  ...['compression_count', 'decompression_count', 'transfer_random'],
]);

export function checkActionNames(tables: readonly ErtTable[]): Diagnostic[] {
  return tables.flatMap(({ component, actions }) => {
    const first = new Map(actions.toReversed().map((action) => [action.name, action]));
    return [...first.values()].flatMap(({ name, span }) => {
      const meant = known.has(name) ? undefined : closest(name, known, () => 1);
      if (meant === undefined) return [];
      const message = `the ERT lists an action ${name} of ${component}, which the model does not have`;
      return [warning('W-UNUSED', message, { span, hint: `did you mean ${meant}?` })];
    });
  });
}
