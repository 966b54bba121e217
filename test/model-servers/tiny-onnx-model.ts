import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Before the words: padding, unknown, and what stands at the beginning and the end of a text. */
const SPECIAL_TOKENS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'] as const;
const TOKENS_MAX = 512;
/** Of the types of ONNX's tensors. */
const FLOAT = 1;
const INT64 = 7;

/**
 * Writes a model of sentences as `@huggingface/transformers` reads it from a folder: a table of vectors, by word. Nothing
 * is learned, all words that are not named are zeros.
 *
 * @param options.vectors By word, in lower case; all of one length.
 * @param options.layers So many products with a square matrix that changes nothing come after it, so that it takes its time.
 * @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto for the numbers of the fields.
 */
export async function writeTinyOnnxModel(
  folder: string,
  { vectors, layers = 0 }: { vectors: Readonly<Record<string, readonly number[]>>; layers?: number },
): Promise<void> {
  const words = Object.keys(vectors);
  const width = vectors[words[0]!]!.length;
  const vocabulary = [...SPECIAL_TOKENS, ...words];
  const rows = vocabulary.flatMap((word) => vectors[word] ?? new Array<number>(width).fill(0));
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await writeFile(join(folder, 'onnx', 'model.onnx'), modelOf({ rows, width, layers }));
  const special = Object.fromEntries(
    SPECIAL_TOKENS.map((token, id) => [token, { id: token, ids: [id], tokens: [token] }]),
  );
  const files = {
    'config.json': {
      model_type: 'bert',
      architectures: ['BertModel'],
      hidden_size: width,
      vocab_size: vocabulary.length,
      pad_token_id: 0,
    },
    'tokenizer_config.json': {
      tokenizer_class: 'BertTokenizer',
      model_max_length: TOKENS_MAX,
      ...{ pad_token: '[PAD]', unk_token: '[UNK]', cls_token: '[CLS]', sep_token: '[SEP]' },
    },
    'tokenizer.json': {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: SPECIAL_TOKENS.map((content, id) => ({
        ...{ id, content, special: true, normalized: false },
        ...{ single_word: false, lstrip: false, rstrip: false },
      })),
      normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: {
        type: 'TemplateProcessing',
        single: [
          { SpecialToken: { id: '[CLS]', type_id: 0 } },
          { Sequence: { id: 'A', type_id: 0 } },
          { SpecialToken: { id: '[SEP]', type_id: 0 } },
        ],
        pair: [],
        special_tokens: special,
      },
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
      },
    },
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), JSON.stringify(content));
}

/** `last_hidden_state = table[input_ids]`, and the products. */
function modelOf({ rows, width, layers }: { rows: number[]; width: number; layers: number }): Buffer {
  const identity = Array.from({ length: width * width }, (_, at) => (at % (width + 1) === 0 ? 1 : 0));
  const nodes = [node('Gather', ['table', 'input_ids'], layers === 0 ? 'last_hidden_state' : 'h0')];
  for (let at = 1; at <= layers; at++)
    nodes.push(node('MatMul', [`h${at - 1}`, 'identity'], at === layers ? 'last_hidden_state' : `h${at}`));
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids'];
  const graph = [
    ...nodes.map((bytes) => field(1, bytes)),
    field(2, 'tiny'),
    field(5, tensor('table', [rows.length / width, width], rows)),
    ...(layers === 0 ? [] : [field(5, tensor('identity', [width, width], identity))]),
    ...inputs.map((name) => field(11, value(name, INT64, ['batch', 'sequence']))),
    field(12, value('last_hidden_state', FLOAT, ['batch', 'sequence', width])),
  ];
  const opset = Buffer.concat([field(1, ''), field(2, 17)]);
  return Buffer.concat([field(1, 8), field(2, 'docent'), field(7, Buffer.concat(graph)), field(8, opset)]);
}

function node(operation: string, inputs: readonly string[], output: string): Buffer {
  return Buffer.concat([
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(3, `make_${output}`),
    field(4, operation),
  ]);
}

function tensor(name: string, dims: readonly number[], numbers: readonly number[]): Buffer {
  const bytes = Buffer.from(Float32Array.from(numbers).buffer);
  return Buffer.concat([
    ...dims.map((dim) => field(1, dim)),
    field(2, FLOAT),
    field(8, name),
    field(9, bytes),
  ]);
}

function value(name: string, type: number, dims: readonly (string | number)[]): Buffer {
  const shape = dims.map((dim) => field(1, typeof dim === 'string' ? field(2, dim) : field(1, dim)));
  const tensorType = Buffer.concat([field(1, type), field(2, Buffer.concat(shape))]);
  return Buffer.concat([field(1, name), field(2, field(1, tensorType))]);
}

/** One field of a protobuf message: a whole number ≥ 0 as a varint, all else behind its length. */
function field(number: number, content: number | string | Buffer): Buffer {
  if (typeof content === 'number') return Buffer.concat([varint(number << 3), varint(content)]);
  const bytes = Buffer.from(content);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(number: number): Buffer {
  const bytes: number[] = [];
  let rest = number;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
