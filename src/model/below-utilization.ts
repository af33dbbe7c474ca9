// What is said of a tile that leaves more of a level empty than its min_utilization allows.

import type { StorageLevel } from '../arch/architecture.js';
import { type Diagnostic, error } from '../diagnostics/diagnostic.js';

export function belowUtilization(
  { name, span, minUtilization, effectiveCapacityWords }: StorageLevel,
  { need, limit }: { readonly need: number; readonly limit: number },
): Diagnostic {
  return error('E-UTILIZATION', `${name}: ${need} words are below min_utilization`, {
    span,
    expected: `at least ${Number(limit.toPrecision(12))} words (${minUtilization} of ${effectiveCapacityWords})`,
    found: `${need} words`,
    hint: `move factors from outer levels into ${name}, or lower min_utilization`,
  });
}
