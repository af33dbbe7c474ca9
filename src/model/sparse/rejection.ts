// Why the formats of an architecture do not suit a mapping, and what to change (G.3, G.8).

import { type Diagnostic, error } from '../../diagnostics/diagnostic.js';
import { belowUtilization } from '../below-utilization.js';
import type { EvalPlan } from '../plan.js';
import type { SparseRejection } from './sparse-kernel.js';

export function describeSparseRejection(plan: EvalPlan, rejection: SparseRejection): Diagnostic {
  const { kind, need, limit } = rejection;
  const level = plan.architecture.levels[rejection.level]!;
  const { name, span } = level;
  const t = plan.workload.dataspaces[rejection.dataspace]?.name ?? '';
  switch (kind) {
    case 'ranks':
      return error('E-SPARSE', `${name}: more compression ranks needed than the ${need} that ${t} has`, {
        span,
        hint: `give ${t} another rank at ${name}, let ranks share loops with flattened_rankIDs, or fuse loops of the mapping`,
      });
    case 'alignment':
      return error('E-SPARSE', `${name}: the inner ranks of ${t} differ from its ranks at the level inside`, {
        span,
        expected: 'the ranks of the level inside, and as many more as there are loops between',
        hint: `list the ranks of ${t} at the level inside as the last ones at ${name}, too`,
      });
    case 'decompression':
      return error('E-SPARSE', `${name}: ${t} arrives compressed and is stored uncompressed`, {
        span,
        hint: `set decompression_supported: true at ${name}, or give ${t} a representation_format there`,
      });
    case 'compression':
      return error('E-SPARSE', `${name}: ${t} is stored uncompressed, and its parent wants it compressed`, {
        span,
        hint: `set compression_supported: true at ${name}, or give ${t} a representation_format there`,
      });
    case 'expansion':
      return error('E-SPARSE', `${name}: ${t} is compressed inside an uncompressed parent`, {
        span,
        hint: `give ${t} a representation_format at the level outside, or none at ${name}`,
      });
    case 'metadata capacity':
      return error('E-CAPACITY', `${name}: ${need} bits of metadata exceed the ${limit} bits it has for them`, {
        span,
        expected: `at most ${limit} bits`,
        found: `${need} bits`,
        hint: 'raise metadata_storage_depth, or move factors to an outer level',
      });
    case 'no source':
      return error('E-SPARSE', `${name}: ${t} is gated or skipped, and no level from here outwards keeps it`, {
        span,
        hint: `keep ${t} at ${name} or outside it`,
      });
    case 'overbooked capacity':
      return error('E-CAPACITY', `${name}: ${need} words exceed its capacity of ${limit}, though tiles may overflow`, {
        span,
        expected: `at most ${limit} words`,
        found: `${need} words`,
        hint: `raise the capacity of ${name}, or move factors to an outer level`,
      });
    case 'overbooked utilization':
      return belowUtilization(level, rejection);
    case 'overbooking':
      return error('E-CAPACITY', `${name}: only ${percent(need)} of the tiles fit, ${percent(limit)} have to`, {
        span,
        expected: `max_overbooked_proportion of ${Number((1 - limit).toPrecision(4))} at most`,
        found: `${Number((1 - need).toPrecision(4))}`,
        hint: `raise the capacity of ${name} or its max_overbooked_proportion, or move factors to an outer level`,
      });
  }
}

function percent(part: number): string {
  return `${Number((part * 100).toPrecision(4))} %`;
}
