// The operators of scikit-learn's pipelines (domain ai.onnx.ml) around and instead of matrix products; their weights stand
// in attributes. Trees, support vectors and whatever reads text are not among them.

import { type ProductBounds, productProblem } from '../../convolution-form.js';
import { elementTypes } from '../model.js';
import {
  fail,
  multiplying,
  type Operator,
  type OperatorContext,
  type OperatorTable,
  sizeOf,
  table,
} from '../operator.js';
import { moving } from './moving.js';

const sameShape = moving(({ shape }, { node }) => node.outputs.map(() => ({ shape, type: elementTypes.float })));

/** Columns of a table by their numbers. */
const columns = moving(({ shape, type }, context) => {
  return [{ shape: [...shape.slice(0, -1), sizeOf(context.input(1).shape)], type }];
});

/** A row of coefficients for each class or target; a row of features may stand alone. */
function linear(
  outputsOf: (linear: ProductBounds, context: OperatorContext) => readonly (readonly number[])[],
): Operator {
  return multiplying(
    (context): ProductBounds => {
      const { shape } = context.input(0);
      const inner = shape.at(-1) ?? 1;
      const count = context.node.attributes.get('coefficients')?.floats?.length ?? 0;
      if (count === 0 || count % inner !== 0) fail(`${count} coefficients do not fit rows of ${inner}`);
      return { rows: shape.length > 1 ? shape[0]! : 1, inner, columns: count / inner };
    },
    (found, context) => outputsOf(found, context).map((shape) => ({ shape, type: elementTypes.float })),
    (found) => [{ problem: productProblem(found), operands: { Inputs: { input: 0 } } }],
  );
}

/** Labels, and a score for each; one row of coefficients tells two classes apart. */
const classifier = linear(({ rows, columns: scores }) => [[rows], [rows, Math.max(2, scores)]]);
const regressor = linear(({ rows }, context) => [[rows, context.int('targets', 1)]]);

export const scikit: OperatorTable = {
  ...table('Binarizer Imputer LabelEncoder Normalizer Scaler ZipMap', sameShape),
  ArrayFeatureExtractor: columns,
  LinearClassifier: classifier,
  LinearRegressor: regressor,
};
