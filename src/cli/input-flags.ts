// The rows of the table of flags that say what is read, and how.

import { choice, type Flag, list, text, toggle } from './flag.js';

const withInputs = ['search', 'evaluate', 'explain', 'validate', 'components'] as const;
const ofModels = {
  group: 'Inputs',
  commands: ['search', 'evaluate', 'explain', 'validate', 'sweep', 'import'],
} as const;

function extraFile<const Name extends string>(name: Name, holds: string) {
  const doc = `read ${holds} from a further file; may be repeated`;
  return list(name, 'FILE', doc, { group: 'Inputs', commands: withInputs }, { completes: 'file' });
}

export const inputFlags = [
  extraFile('constraints', 'constraints'),
  extraFile('mapper', 'a mapper section'),
  extraFile('ert', 'energies (ERT)'),
  extraFile('art', 'areas (ART)'),
  extraFile('variables', 'variables'),
  list(
    'set',
    'KEY=VALUE',
    'override a variable or an attribute path such as GLB.attributes.depth; may be repeated; for search, a range such as GLB.depth=2k..16k is an axis',
    { group: 'Inputs', commands: [...withInputs, 'sweep'] },
  ),
  list(
    'axis',
    'KEY=VALUES',
    'search for every value: 2k..16k doubles, 4..16+4 adds, 2k,3k,8k lists; several axes form a grid, as in a sweep file',
    { group: 'Inputs', commands: ['search'] },
  ),
  list(
    'jinja',
    'NAME=VALUE',
    'a variable for files that are Jinja templates, e.g. architecture=eyeriss_like; may be repeated',
    { group: 'Inputs', commands: [...withInputs, 'sweep', 'convert'] },
  ),
  text(
    'project',
    'DIR',
    'templates and includes read nothing outside this folder',
    { group: 'Inputs', commands: [...withInputs, 'sweep', 'convert'] },
    {
      completes: 'directory',
      without:
        'the folder above the first file with .git or a licence, wide enough for all files and paths on the command line',
    },
  ),
  choice(
    'compat',
    'MODE',
    ['auto', 'none', 'timeloop-v4', 'timeloop-2024'],
    'read files as documented (none) or as the reference front end does; auto is none, but a split in files of version 0.4 counts as the reference counts; timeloop-2024 adds its older sliding-window rule',
    { group: 'Inputs', commands: [...withInputs, 'sweep'] },
    { default: 'auto' },
  ),
  list(
    'dim',
    'NAME=N',
    'size of a dynamic dimension of an ONNX model, e.g. batch=1,seq=128; may be repeated',
    ofModels,
  ),
  toggle('skip-unknown', 'leave out operators of an ONNX model that are not known, and say which', ofModels),
  toggle(
    'density-from-weights',
    'count the zeros of the weights of an ONNX model, for machines that make use of them',
    ofModels,
  ),
  text(
    'batch',
    'FILE',
    'read cases as JSON Lines from FILE (- is standard input) and print one JSON result a line',
    { group: 'Inputs', commands: ['search', 'evaluate', 'components'] },
    { completes: 'file' },
  ),
  text('class', 'NAME', 'the component class that the lines of --batch give attributes for', {
    group: 'Inputs',
    commands: ['components'],
  }),
] as const satisfies readonly Flag[];
