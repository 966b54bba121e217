/** Greatest number of a token of cl100k_base that stands for text. */
export const TOKEN_MAX = 100_255;

/** Base64 of each token's bytes. Read when first needed: most clients send text. */
let spellings: readonly string[] | undefined;

/** The text of numbers of tokens in OpenAI's encoding cl100k_base, which LangChain for Python sends instead of text. */
export async function textOfTokens(tokens: readonly number[]): Promise<string> {
  if (!spellings) {
    const { default: encoding } = await import('js-tiktoken/ranks/cl100k_base');
    spellings = encoding.bpe_ranks.split('\n').flatMap((line) => line.split(' ').slice(2));
  }
  return Buffer.from(tokens.map((token) => atob(spellings![token]!)).join(''), 'latin1').toString();
}
