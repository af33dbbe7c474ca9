// The prose of docs/schema.md, section by section, and the meanings of keys whose schema gives none.

export const introduction = `
# Input files

Generated from \`schemas/*.schema.json\`; those are what editors read (the \`# yaml-language-server: $schema=\` line of every shipped file) and what
validation goes by. \`mapper validate FILE...\` checks any file.

Input is YAML 1.2 in the v4 dialect. Which keys stand at the top decides what a file is; one file may hold several, and several files make one document:
maps are combined, lists of constraints, mapping entries, tables and nodes are joined, equal values are fine, and different ones are an error that names both
places; what a file with a mapping says under \`machine\` holds. The order of files does not matter. Top-level keys that contain \`ignore\` are skipped, at every depth, which is handy for anchors.

**Expressions.** A string without quotes under a key that wants a number, or in \`attributes\` and \`variables\`, is an expression in Python's
notation: \`depth: 2 * rows\`, \`meshX: ceil(lanes / 4)\`. It sees \`variables\`, the keys before it in the same map, the attributes of the containers around it by bare
name, and other leaves as \`GLB.attributes.depth\` or \`GLB.spatial.meshX\`. Quoted strings are never evaluated; an expression without a value is an error.

**YAML extras.** \`<<: *x\` adds the keys that are missing, \`<<<: *x\` merges maps and appends lists; \`!nomerge\` protects a value. \`!include file.yaml\` and
\`!includedir dir\` read relative to the including file and not outside the project. Files may be Jinja templates (\`--jinja NAME=VALUE\` gives a variable, [from-timeloop.md](from-timeloop.md)). What all of it
means, with examples, is in [semantics.md](semantics.md).

**Overrides.** \`--set KEY=VALUE\` replaces a value before expressions are evaluated: a variable (\`--set rows=8\`), an attribute (\`--set GLB.depth=4096\`), a mesh
(\`--set PE.spatial.meshX=16\`), a density (\`--set problem.instance.densities.Weights=0.3\`), or a path from a section (\`--set problem.instance.C=64\`).
`;

export const sections = [
  {
    title: 'Top level',
    text: `
Also any key that contains \`components\` (classes of components, see [components.md](components.md)), \`constraints\` (\`architecture_constraints\` and the like), \`mapping\` or \`globals\`.
\`sparse_optimizations\` holds formats, gating and skipping by component. \`machine\` names the model that costs mappings, \`generic\` unless it is there.`,
    at: 'document.schema.json#/definitions/document',
    about: {
      architecture: 'The accelerator.',
      problem: 'The workload.',
      mapper: 'Defaults for a search.',
      mapspace: 'No effect; `template: ruby` is a warning, `--imperfect` searches imperfect factors.',
      model: 'No effect; `auto_bypass_on_failure` is a warning, a mapping that does not fit is refused.',
      machine: 'Which machine model costs the mappings, and its parameters; `generic` without it.',
      sparse_optimizations: 'Sparse formats, gating and skipping by component: `targets:` as below.',
      ERT: 'Energies by component and action.',
      ERT_summary: 'The same, as the reference prints it.',
      ART: 'Areas by component.',
      ART_summary: 'The same, as the reference prints it.',
    },
  },
  {
    title: '`architecture`',
    text: `
A tree, outermost first. Each item of \`nodes\` has a tag: \`!Component\` (storage or compute), \`!Container\` (attributes and fan-out for everything after it in its branch),
\`!Nothing\` (inside \`!Parallel\`: what no sibling keeps passes here), or a branch with \`nodes\` of its own: \`!Hierarchical\`, \`!Pipelined\` (the same), \`!Parallel\` (each dataspace
is kept by exactly one child). The last component is the compute.`,
    at: 'arch.schema.json#/definitions/architecture',
  },
  {
    title: '`!Component`',
    text: `
The first known word in \`class\` decides: storage (\`DRAM\`, \`SRAM\`, \`regfile\`, \`smartbuffer\`, \`storage\`) or compute (\`mac\`, \`compute\`). \`spatial: {meshX, meshY}\` is the
fan-out of this leaf and everything below it.`,
    at: 'arch.schema.json#/definitions/component',
    about: {
      name: 'Unique in the whole tree.',
      subclass: 'The class that estimates go by, in place of `class`; no effect otherwise.',
      sparse_optimizations: 'How it stores dataspaces, and what it gates and skips: below.',
      enabled: '`false` leaves the component out.',
      area_scale: 'Multiplies an estimated area; no effect on an ART or an attribute (warned).',
      energy_scale: 'Multiplies estimates and defaults; no effect on an ERT or an attribute (warned).',
      area_share: 'No effect.',
      required_actions: 'For estimators; no effect here.',
    },
  },
  {
    title: '`!Container`',
    text: `Only \`constraints.spatial\` of a container with a fan-out has an effect; anything else there is a warning.`,
    at: 'arch.schema.json#/definitions/container',
    about: {
      name: 'Unique in the whole tree.',
      sparse_optimizations: 'No effect (warned); put them on a component.',
      networks: 'No effect.',
    },
  },
  {
    title: '`attributes`',
    text: `
Own values win over inherited ones. Keys that are not in this table are legal and passed on. Capacity is \`entries\`, else \`depth\` rows of \`width\` bits, else \`sizeKB\`; a row
holds \`width / datawidth\` words and is what one access moves and what the ERT's energies are for. The \`metadata_*\`, compression and overbooking keys matter with
sparse optimizations only.`,
    at: 'arch.schema.json#/definitions/attributes',
  },
  {
    title: '`sparse_optimizations`',
    text: `
On a component, or as \`sparse_optimizations: {targets: [{target: GLB, ...}]}\` in any file. Dataspaces that are not named are stored uncompressed. What each of it means, with
figures: [semantics.md](semantics.md#g-sparse-model).`,
    at: 'sparse.schema.json#/definitions/group',
    about: {
      representation_format: '`{data_spaces: [{name, ranks: [...]}]}`: formats by dataspace.',
      action_optimization: 'What is gated or skipped: `[{type, options: [{target, condition_on}]}]`.',
      compute_optimization: '`[{type: gating}]` or `[{type: skipping}]`; of the compute only.',
    },
  },
  { title: '`data_spaces` of a format', text: '', at: 'sparse.schema.json#/definitions/stored_dataspace' },
  { title: '`ranks`', text: '', at: 'sparse.schema.json#/definitions/rank' },
  { title: '`action_optimization`', text: '', at: 'sparse.schema.json#/definitions/action' },
  {
    title: '`problem`',
    text: `
\`\`\`yaml
problem:
  version: 0.4
  shape:
    name: gemm
    dimensions: [M, N, K]
    data_spaces:
      - {name: A, projection: [[[M]], [[K]]]}
      - {name: B, projection: [[[K]], [[N]]]}
      - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {M: 64, N: 64, K: 128}
\`\`\`

\`shape\` may be the name of a predefined one: \`cnn-layer\`, \`gemm\`, \`batched-gemm\`, \`depthwise\`, \`grouped\`. A term may have a coefficient,
\`[[P, Wstride], [R, Wdilation]]\`: a number, or a name with a value in \`instance\` or a default in \`shape.coefficients\`. \`instance\` needs a bound for every dimension.
Densities mean something to architectures with sparse optimizations only: [sparse.md](sparse.md).`,
    at: 'workload.schema.json#/definitions/problem',
  },
  {
    title: '`shape`',
    text: '',
    at: 'workload.schema.json#/definitions/problem/properties/shape',
    about: {
      name: 'For people.',
      coefficients: '`[{name, default}]`: strides, dilations.',
      data_spaces: '`[{name, projection, read_write}]`; `read_write: true` marks the output.',
    },
  },
  {
    title: 'Constraints',
    text: `
Either \`constraints: {targets: [{target: GLB, type: temporal, ...}]}\` in any file, or \`constraints: {temporal: {...}, spatial: {...}, dataspace: {...}}\` on a leaf. They say
what the hardware demands; a search chooses the rest. An entry names its leaf with \`target\` and its kind with \`type\`: \`temporal\`, \`spatial\`, \`dataspace\` (older spellings: \`bypass\`,
\`datatype\`) or \`utilization\` (\`{min: 0.5}\`: the least share of the fan-outs to use).`,
    at: 'constraints.schema.json#/definitions/directiveHead',
    about: {
      type: 'What kind of entry it is.',
    },
  },
  {
    title: '`type: temporal`',
    text: `
\`factors: [C=4, P<=2, R>=1]\` or \`"C=4 P<=2"\`. A permutation lists loops **inner to outer**; dimensions not listed are free outside them, and what follows
\`_\` is fixed outermost.`,
    at: 'constraints.schema.json#/definitions/temporal',
  },
  {
    title: '`type: spatial`',
    text: `
The first \`split\` dimensions of the permutation are laid along X, the others along Y: \`split: 0\` puts everything on Y, a large number everything on X. Under
\`--compat timeloop-v4\` positions count differently (ARCHITECTURE.md).`,
    at: 'constraints.schema.json#/definitions/spatial',
  },
  {
    title: '`type: dataspace`',
    text: `What a level keeps is stored there; what it bypasses goes straight on to the next level that keeps it. What neither list names is free in a search and kept in a mapping.`,
    at: 'constraints.schema.json#/definitions/dataspace',
  },
  {
    title: '`mapping`',
    text: `
A list of the same entries, \`[{target, type, factors, permutation, split, keep, bypass}]\`, which together with the architecture's constraints must fix everything: the
factors of a dimension multiply to its bound, a missing factor is 1, a missing permutation is the order of the dimensions, a missing keep list keeps. A search writes its
best mapping in this form (\`mapping.yaml\`), and \`mapper evaluate\` gives the same numbers for it to the last digit.

\`\`\`yaml
mapping:
  - {target: DRAM, type: temporal, factors: [M=1, N=2, K=1], permutation: [M, K, N]}
  - {target: PE, type: spatial, factors: [M=1, N=4, K=2], permutation: [N, K, M], split: 1}
\`\`\`

Factors that do not divide: \`P=4,3\` runs 4 iterations and 3 in the last one. The same may be said apart, in a list \`imperfect\` of
\`{target, type, residuals: {P: 3}}\`.`,
    at: 'mapping.schema.json#/definitions/mapping',
  },
  {
    title: '`mapper`',
    text: `
Defaults for a search, below flags and environment. With an effect: \`optimization_metrics\` (\`edp\`, \`energy\`, \`delay\`, \`cycles\`, \`ed2p\`, \`utilization\`),
\`num_threads\`, \`search_size\` and \`victory_condition\` (0 = no limit; only with \`--algorithm random\` and the like on the command line), \`max_temporal_loops_in_a_mapping\`; also the names of our flags: \`top\`,
\`frontier\`, \`seed\`, \`time_limit\`, \`imperfect\`, \`memory_limit\`. The others belong to the reference's mapper and are passed over.`,
    at: 'mapper.schema.json#/definitions/mapper',
    about: {
      timeout: 'No effect here.',
      heartbeat: 'No effect here.',
      sync_interval: 'No effect here.',
      log_interval: 'No effect here.',
      max_permutations_per_if_visit: 'No effect here.',
      log_stats: 'No effect here.',
      log_suboptimal: 'No effect here.',
      log_all_mappings: 'No effect here.',
      log_orojenesis_mappings: 'No effect here.',
      live_status: 'No effect here.',
      emit_whoop_nest: 'No effect here.',
      diagnostics: 'No effect here.',
      penalize_consecutive_bypass_fails: 'No effect here.',
      filter_revisits: 'No effect here.',
      algorithm: 'As `--algorithm`.',
      optimization_metrics: 'As `--objective`; `delay` is cycles, access counts are left out with a warning.',
      optimization_metric: 'The same; a list is read as a list.',
      num_threads: 'As `--threads`.',
      search_size: 'As `--max-evaluations`; 0 is no limit.',
      victory_condition: 'As `--victory-condition`; 0 is never.',
      max_temporal_loops_in_a_mapping: 'Most temporal loops with more than one iteration; -1 is no limit.',
    },
  },
  {
    title: '`machine`: TPU',
    text: `
\`machine: {name: tpu, ...}\`; the shipped files are \`arch/tpu-*.yaml\`, what they mean is in [tpu.md](tpu.md). Under every machine of its own, words of storage levels are bytes, and
factors must divide. \`--set machine.KEY=VALUE\` changes a parameter.`,
    at: 'machine.schema.json#/definitions/tpu',
  },
  {
    title: '`machine`: IPU',
    text: '`machine: {name: ipu, ...}`; the shipped files are `arch/ipu-*.yaml`, what they mean is in [ipu.md](ipu.md).',
    at: 'machine.schema.json#/definitions/ipu',
  },
  {
    title: '`machine`: EPU',
    text: '`machine: {name: epu, ...}`; the shipped files are `arch/epu-*.yaml`, what they mean is in [epu.md](epu.md).',
    at: 'machine.schema.json#/definitions/epu',
  },
  {
    title: '`ERT` and `ART`',
    text: `
Energies in pJ per access of a whole row, by component and action, and areas in square micrometres; \`ERT_summary\` and \`ART_summary\`, as the reference's tools print them, are
read too.

\`\`\`yaml
ERT:
  tables:
    - name: system.GLB[1..1]
      actions: [{name: read, energy: 24.0}, {name: write, energy: 24.0}, {name: update, energy: 24.0}]
ART:
  tables: [{name: system.GLB[1..1], area: 350000}]
\`\`\`

The first action found counts: \`random_read\`, \`read\` for reads; \`random_fill\`, \`random_write\`, \`fill\`, \`write\` for fills; \`random_update\`, \`random_write\`, \`update\`,
\`write\` for updates; \`leak\` per cycle; \`mac_random\`, \`mult_random\`, \`mac\`, \`mult\`, \`compute\` for the compute. A component without a table gets a coarse default and a
\`W-ENERGY\` warning. \`wire\` with the action \`transfer_random\` is the energy of all wires, in pJ per bit and mm.`,
    at: 'ert.schema.json#/definitions/ERT',
    about: {
      tables: '`[{name, actions: [{name, energy}]}]`; of several entries for one action the largest counts.',
    },
  },
  {
    title: 'Sweep',
    text: `
What \`mapper sweep\` takes is a file of its own kind, with the one top-level key \`sweep\`; [sweeps.md](sweeps.md) explains it. Below the keys of \`sweep\`, then those of an item
of \`axes\`.`,
    at: 'sweep.schema.json#/definitions/sweep',
  },
  {
    title: 'Axis of a sweep',
    text: '',
    at: 'sweep.schema.json#/definitions/axis',
  },
];
