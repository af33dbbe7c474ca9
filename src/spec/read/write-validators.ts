// The last step of the build, run by it: leaves the checks of all schema definitions beside the compiled reader.

import { writeFileSync } from 'node:fs';
import { compileAll } from './schema-compiler.js';
import { compiledValidators } from './schema-validator.js';

writeFileSync(compiledValidators, compileAll());
