export interface LogisticExample {
  readonly features: Float64Array;
  /** Added to the logit unchanged. */
  readonly offset: number;
  readonly isPositive: boolean;
}

const STEPS = 25;
/** L2 penalty on every coefficient, so that correlated features do not diverge. */
const DECAY = 1e-3;

export function logitOf({ features, offset }: LogisticExample, weights: Float64Array): number {
  let logit = offset;
  for (let k = 0; k < weights.length; k++) logit += weights[k]! * features[k]!;
  return logit;
}

/**
 * Coefficients of the logistic regression by Newton's method, every group of examples with equal weight.
 *
 * @see Hastie, Tibshirani & Friedman, "The Elements of Statistical Learning", 4.4.1.
 */
export function fitLogistic(
  groups: readonly (readonly LogisticExample[])[],
  dimensions: number,
): Float64Array {
  const weights = new Float64Array(dimensions);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => DECAY * weight);
    const hessian = Array.from({ length: dimensions }, (_, k) => {
      const row = new Float64Array(dimensions);
      row[k] = DECAY;
      return row;
    });
    for (const examples of groups) {
      for (const example of examples) {
        const probability = 1 / (1 + Math.exp(-logitOf(example, weights)));
        const part = 1 / (examples.length * groups.length);
        const error = part * (probability - Number(example.isPositive));
        const curvature = part * probability * (1 - probability);
        for (let k = 0; k < dimensions; k++) {
          gradient[k]! += error * example.features[k]!;
          for (let l = 0; l < dimensions; l++)
            hessian[k]![l]! += curvature * example.features[k]! * example.features[l]!;
        }
      }
    }
    const change = solve(hessian, gradient);
    for (let k = 0; k < dimensions; k++) weights[k]! -= change[k]!;
  }
  return weights;
}

/** Solves A x = b for a positive definite A, by elimination; overwrites both. */
function solve(a: Float64Array[], b: Float64Array): Float64Array {
  const n = b.length;
  for (let k = 0; k < n; k++) {
    for (let row = k + 1; row < n; row++) {
      const factor = a[row]![k]! / a[k]![k]!;
      for (let column = k; column < n; column++) a[row]![column]! -= factor * a[k]![column]!;
      b[row]! -= factor * b[k]!;
    }
  }
  const x = new Float64Array(n);
  for (let k = n - 1; k >= 0; k--) {
    let rest = b[k]!;
    for (let column = k + 1; column < n; column++) rest -= a[k]![column]! * x[column]!;
    x[k] = rest / a[k]![k]!;
  }
  return x;
}
