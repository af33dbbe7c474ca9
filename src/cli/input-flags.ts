// The rows of the table of flags that say what is read, and how.

import { type Flag, toggle } from './flag.js';

const withInputs = ['search', 'evaluate', 'explain', 'validate', 'components'] as const;
const ofModels = {
  group: 'Inputs',
  commands: ['search', 'evaluate', 'explain', 'validate', 'sweep', 'import'],
} as const;

function extraFile<const Name extends string>(name: Name, holds: string) {
  return {
    name,
    kind: 'list',
    value: 'FILE',
    completes: 'file',
    doc: `read ${holds} from a further file; may be repeated`,
    group: 'Inputs',
    commands: withInputs,
  } as const;
}

export const inputFlags = [
  extraFile('constraints', 'constraints'),
  extraFile('mapper', 'a mapper section'),
  extraFile('ert', 'energies (ERT)'),
  extraFile('art', 'areas (ART)'),
  extraFile('variables', 'variables'),
  {
    name: 'set',
    kind: 'list',
    value: 'KEY=VALUE',
    doc: 'override a variable or an attribute path such as GLB.attributes.depth; may be repeated; for search, a range such as GLB.depth=2k..16k is an axis',
    group: 'Inputs',
    commands: [...withInputs, 'sweep'],
  },
  {
    name: 'axis',
    kind: 'list',
    value: 'KEY=VALUES',
    doc: 'search for every value: 2k..16k doubles, 4..16+4 adds, 2k,3k,8k lists; several axes form a grid, as in a sweep file',
    group: 'Inputs',
    commands: ['search'],
  },
  {
    name: 'jinja',
    kind: 'list',
    value: 'NAME=VALUE',
    doc: 'a variable for files that are Jinja templates, e.g. architecture=eyeriss_like; may be repeated',
    group: 'Inputs',
    commands: [...withInputs, 'sweep', 'convert'],
  },
  {
    name: 'project',
    kind: 'text',
    value: 'DIR',
    completes: 'directory',
    without:
      'the folder above the first file with .git or a licence, wide enough for all files and paths on the command line',
    doc: 'templates and includes read nothing outside this folder',
    group: 'Inputs',
    commands: [...withInputs, 'sweep', 'convert'],
  },
  {
    name: 'compat',
    kind: 'choice',
    value: 'MODE',
    choices: ['auto', 'none', 'timeloop-v4', 'timeloop-2024'],
    default: 'auto',
    doc: 'read files as documented (none) or as the reference front end does; auto is none, but a split in files of version 0.4 counts as the reference counts; timeloop-2024 adds its older sliding-window rule',
    group: 'Inputs',
    commands: [...withInputs, 'sweep'],
  },
  {
    name: 'dim',
    kind: 'list',
    value: 'NAME=N',
    doc: 'size of a dynamic dimension of an ONNX model, e.g. batch=1,seq=128; may be repeated',
    ...ofModels,
  },
  toggle('skip-unknown', 'leave out operators of an ONNX model that are not known, and say which', ofModels),
  toggle(
    'density-from-weights',
    'count the zeros of the weights of an ONNX model, for machines that make use of them',
    ofModels,
  ),
  {
    name: 'batch',
    kind: 'text',
    value: 'FILE',
    completes: 'file',
    doc: 'read cases as JSON Lines from FILE (- is standard input) and print one JSON result a line',
    group: 'Inputs',
    commands: ['search', 'evaluate', 'components'],
  },
  {
    name: 'class',
    kind: 'text',
    value: 'NAME',
    doc: 'the component class that the lines of --batch give attributes for',
    group: 'Inputs',
    commands: ['components'],
  },
] as const satisfies readonly Flag[];
