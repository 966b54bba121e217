/**
 * In the stead of `@huggingface/transformers`: as long as a model computes, the thread that called it does nothing else,
 * as in the package. A text is one token a word, its vector is made of the word's length.
 */
export const env = { cacheDir: '', logLevel: 30 };

let loads = 0;

/** A model of the name `away` can be had from its second loading on, one of the name `broken` never. */
export async function pipeline(task: string, model: string, options: { local_files_only: boolean }) {
  loads++;
  if (model.endsWith('/broken') || (model.endsWith('/away') && loads === 1)) throw new Error('fetch failed');
  return {
    tokenizer: (text: string) => text.split(' '),
    async model(words: string[]) {
      const [first = ''] = words;
      if (first === 'tell') throw new Error(JSON.stringify({ task, model, ...options, ...env, loads }));
      if (first === 'end') process.exit(3);
      if (first === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      const tensor = (rows: number[][]) => ({
        dims: [1, rows.length, 2],
        data: Float32Array.from(rows.flat()),
      });
      return {
        last_hidden_state: tensor(words.map((word) => [word.length, 1])),
        ...(model.endsWith('/whole') && { sentence_embedding: tensor([[7, 7]]) }),
      };
    },
  };
}
