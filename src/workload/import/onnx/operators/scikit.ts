// The operators of scikit-learn's pipelines (domain ai.onnx.ml) around and instead of matrix products; their weights stand
// in attributes. Trees, support vectors and whatever reads text are not among them.

import { productProblem } from '../../convolution-form.js';
import { elementTypes } from '../model.js';
import {
  int,
  missingInput,
  type Operator,
  type OperatorContext,
  type OperatorTable,
  sizeOf,
  table,
} from '../operator.js';
import { moving } from './moving.js';

const sameShape = moving(({ shape }, { node }) => node.outputs.map(() => ({ shape, type: elementTypes.float })));

/** Columns of a table by their numbers. */
const columns = moving(({ shape, type }, { inputs: [, chosen] }) => {
  return chosen ? [{ shape: [...shape.slice(0, -1), sizeOf(chosen.shape)], type }] : missingInput(1);
});

interface Linear {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
}

/** A row of coefficients for each class or target; a row of features may stand alone. */
function linearOf({ node, inputs: [features] }: OperatorContext): Linear | string {
  if (!features) return missingInput(0);
  const inner = features.shape.at(-1) ?? 1;
  const count = node.attributes.get('coefficients')?.floats?.length ?? 0;
  if (count === 0 || count % inner !== 0) return `${count} coefficients do not fit rows of ${inner}`;
  return { rows: features.shape.length > 1 ? features.shape[0]! : 1, inner, columns: count / inner };
}

function linear(outputsOf: (linear: Linear, context: OperatorContext) => readonly (readonly number[])[]): Operator {
  return {
    infer(context) {
      const found = linearOf(context);
      if (typeof found === 'string') return found;
      return outputsOf(found, context).map((shape) => ({ shape, type: elementTypes.float }));
    },
    layers(context) {
      const found = linearOf(context);
      return typeof found === 'string'
        ? found
        : [{ problem: productProblem(found), operands: { Inputs: { input: 0 } } }];
    },
  };
}

/** Labels, and a score for each; one row of coefficients tells two classes apart. */
const classifier = linear(({ rows, columns: scores }) => [[rows], [rows, Math.max(2, scores)]]);
const regressor = linear(({ rows }, context) => [[rows, int(context, 'targets', 1)]]);

export const scikit: OperatorTable = {
  ...table('Binarizer Imputer LabelEncoder Normalizer Scaler ZipMap', sameShape),
  ArrayFeatureExtractor: columns,
  LinearClassifier: classifier,
  LinearRegressor: regressor,
};
