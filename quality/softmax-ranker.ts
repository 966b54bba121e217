/** One question: its candidates' features, and the worth of each as an answer, 0–1. */
export interface RankingExample {
  /** Candidates × features, row by row. */
  readonly features: Float64Array;
  readonly worth: Float64Array;
  /** The question's weight. */
  readonly weight: number;
}

const STEPS = 150;
const LEARNING_RATE = 0.15;
/** Both decays of Adam. */
const [MOMENTUM, VARIANCE] = [0.9, 0.99];

/**
 * Fits weights that give most probability to the answering candidates, where a candidate's probability is proportional
 * to e^(weights · features): maximises the mean logarithm of Σ probability × worth. Deterministic.
 *
 * @param dimensions Features a candidate.
 * @param decay L2 on the weights of standardised features.
 * @see Kingma & Ba, "Adam: a method for stochastic optimization", ICLR 2015.
 */
export function fitRanker(
  examples: readonly RankingExample[],
  dimensions: number,
  decay = 0.002,
): Float64Array {
  const useful = examples.filter(({ worth }) => worth.some((value) => value > 0));
  const scales = deviations(useful, dimensions);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Float64Array(dimensions);
  const [mean, square] = [new Float64Array(dimensions), new Float64Array(dimensions)];
  for (let step = 1; step <= STEPS; step++) {
    const gradient = weights.map((weight) => decay * weight);
    for (const example of useful)
      addGradient(gradient, example, { weights, scales, share: example.weight / total });
    const rate = step <= STEPS / 2 ? LEARNING_RATE : LEARNING_RATE / 3;
    for (let k = 0; k < dimensions; k++) {
      mean[k] = MOMENTUM * mean[k]! + (1 - MOMENTUM) * gradient[k]!;
      square[k] = VARIANCE * square[k]! + (1 - VARIANCE) * gradient[k]! ** 2;
      const moved = mean[k]! / (1 - MOMENTUM ** step);
      weights[k]! -= (rate * moved) / (Math.sqrt(square[k]! / (1 - VARIANCE ** step)) + 1e-9);
    }
  }
  return weights.map((weight, k) => weight / scales[k]!);
}

/** weights · features of each candidate. */
export function scoresOf({ features, worth }: RankingExample, weights: Float64Array): Float64Array {
  return worth.map((_, row) => {
    let score = 0;
    for (let k = 0; k < weights.length; k++) score += weights[k]! * features[row * weights.length + k]!;
    return score;
  });
}

/** Adds the gradient of −log Σ probability × worth. */
function addGradient(
  gradient: Float64Array,
  example: RankingExample,
  { weights, scales, share }: { weights: Float64Array; scales: Float64Array; share: number },
): void {
  const { features, worth } = example;
  const dimensions = weights.length;
  const scores = scoresOf(
    example,
    weights.map((weight, k) => weight / scales[k]!),
  );
  const best = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - best));
  let [all, right] = [0, 0];
  for (let row = 0; row < powers.length; row++) {
    all += powers[row]!;
    right += powers[row]! * worth[row]!;
  }
  for (let row = 0; row < powers.length; row++) {
    const pull = share * powers[row]! * (1 / all - worth[row]! / right);
    for (let k = 0; k < dimensions; k++)
      gradient[k]! += (pull * features[row * dimensions + k]!) / scales[k]!;
  }
}

function deviations(examples: readonly RankingExample[], dimensions: number): Float64Array {
  const [sum, squares] = [new Float64Array(dimensions), new Float64Array(dimensions)];
  let rows = 0;
  for (const { features, worth } of examples) {
    rows += worth.length;
    for (let i = 0; i < features.length; i++) {
      sum[i % dimensions]! += features[i]!;
      squares[i % dimensions]! += features[i]! ** 2;
    }
  }
  return sum.map((value, k) => Math.sqrt(Math.max(1e-8, squares[k]! / rows - (value / rows) ** 2)));
}
