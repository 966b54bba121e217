import assert from 'node:assert/strict';
import { type ExecFileSyncOptions, execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import encoding from 'js-tiktoken/ranks/cl100k_base';
import { createApiClient } from '../scripts/api-client.ts';
import { startOpenAiServer } from './model-servers/openai.ts';
import type { ModelServer } from './model-servers/scripted-server.ts';
import { type OpenServer, openServer } from './open-server.ts';

/** The packages that most clients of OpenAI's API in Python use, as PyPI has them, against a real server. */

const PACKAGES = ['openai==3.57.0', 'langchain-openai==1.7.4'];
const INSTALL_TIMEOUT_MS = 180_000;
const PAGE = new URL('../docs/how-to/clients.md', import.meta.url);

/** Stays, as the installation takes half of the processor time. */
const FOLDER = new URL('../node_modules/.cache/python-clients', import.meta.url).pathname;
const PYTHON = join(FOLDER, 'bin', 'python');
const missing = install();

describe("Python's client of OpenAI", { skip: missing, timeout: 300_000 }, () => {
  let server: OpenServer;
  let provider: ModelServer;
  before(async () => {
    provider = await startOpenAiServer({ embed: (text) => [text.length, 1, 0] });
    server = await openServer({
      settings: {
        EMBEDDING_PROVIDER: 'openai-compatible',
        EMBEDDING_MODEL: 'letters',
        EMBEDDING_BASE_URL: provider.baseUrl,
      },
    });
    writeFileSync(join(server.folder, TIKTOKEN_FILE), tiktokenFile());
    const client = createApiClient(server.url);
    await client.upload('notice.md', Buffer.from('# Leaving\n\nThe notice period is three months.'));
    await client.settled(60_000, () => {});
  });
  after(async () => {
    await server?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  /** What a program prints; `client` is there. */
  async function run(program: string): Promise<string> {
    const file = join(server.folder, 'program.py');
    const head = `from openai import OpenAI\nclient = OpenAI(base_url='${server.url}/v1', api_key='none', max_retries=0)\n`;
    writeFileSync(file, head + program);
    const env = { ...process.env, TIKTOKEN_CACHE_DIR: server.folder };
    return (await promisify(execFile)(PYTHON, [file], { timeout: 60_000, env })).stdout;
  }

  it('lists the model, asks and streams, with citations and usage', async () => {
    const printed = await run(`
import json
ask = dict(model='docent', messages=[{'role': 'user', 'content': 'How long is the notice period?'}])
models = [model.id for model in client.models.list()]
whole = client.chat.completions.create(**ask)
streamed, usage = '', None
for chunk in client.chat.completions.create(**ask, stream=True, stream_options={'include_usage': True}):
    if chunk.choices: streamed += chunk.choices[0].delta.content or ''
    usage = chunk.usage or usage
message = whole.choices[0].message
titles = [annotation.url_citation.title for annotation in message.annotations]
print(json.dumps([models, message.content, streamed, titles, usage.total_tokens]))
`);
    const [models, whole, streamed, titles, tokens] = JSON.parse(printed) as unknown[];
    assert.deepEqual(models, ['docent']);
    assert.match(whole as string, /three months/);
    assert.equal(streamed, whole);
    assert.deepEqual(titles, ['Leaving']);
    assert.equal(tokens, 0);
  });

  it('embeds texts, and raises its own error for a model that there is not', async () => {
    const printed = await run(`
import json
from openai import UnprocessableEntityError
reply = client.embeddings.create(model='docent', input=['abc', 'abcd'])
floats = client.embeddings.create(model='docent', input='abc', encoding_format='float')
try:
    client.embeddings.create(model='text-embedding-3-small', input='abc')
    code = None
except UnprocessableEntityError as error:
    code = error.code
print(json.dumps([[d.embedding for d in reply.data], floats.data[0].embedding, reply.model, code]))
`);
    const [vectors, floats, model, code] = JSON.parse(printed) as [number[][], number[], string, string];
    const rounded = (vector: number[]) => vector.map((value) => Math.round(value * 1e4) / 1e4);
    assert.deepEqual(vectors.map(rounded), [
      [0.9487, 0.3162, 0],
      [0.9701, 0.2425, 0],
    ]);
    assert.deepEqual(rounded(floats), rounded(vectors[0]!));
    assert.equal(model, 'openai-compatible/letters#2');
    assert.equal(code, 'validation_failed');
  });

  it('is used by LangChain: a chain, a conversation, a stream, a batch and embeddings', async () => {
    const printed = await run(`
import json
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
server = dict(base_url=str(client.base_url), api_key='none', model='docent', max_retries=0)
model = ChatOpenAI(**server, temperature=0, stream_usage=True, extra_body={'mode': 'strict'})
question = 'How long is the notice period?'
prompt = ChatPromptTemplate.from_messages([('system', 'You are brief.'), ('human', '{question}')])
chain = (prompt | model | StrOutputParser()).invoke({'question': question})
parts = [{'type': 'text', 'text': question}]
earlier = [SystemMessage('Be brief.'), HumanMessage('Hello'), AIMessage('Hello.')]
conversation = model.invoke([*earlier, HumanMessage(parts)]).content
streamed = ''.join(chunk.content for chunk in model.stream(question))
batch = [message.content for message in model.batch([question, question])]
embeddings = OpenAIEmbeddings(**server)
texts = ['abc', 'Kündigung 🏰 城']
plain = OpenAIEmbeddings(**server, check_embedding_ctx_length=False)
many = embeddings.embed_documents(['The notice period is three months. ' * 40] * 1000)
print(json.dumps([[chain, conversation, streamed, *batch], embeddings.embed_documents(texts), plain.embed_documents(texts), len(many)]))
`);
    const [answers, byTokens, byText, many] = JSON.parse(printed) as [
      string[],
      number[][],
      number[][],
      number,
    ];
    assert.equal(answers.length, 5);
    for (const answer of answers) assert.match(answer, /three months\. \[1\]/);
    assert.deepEqual([byText.length, many], [2, 1_000]);
    for (const [i, vector] of byText.entries())
      for (const [j, value] of vector.entries()) assert.ok(Math.abs(value - byTokens[i]![j]!) < 1e-6);
  });

  it('runs the programs of the page on clients', async () => {
    const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/```python\n([\s\S]*?)```/g)].map(
      ([, code]) => code!,
    );
    assert.ok(blocks.length >= 4);
    const printed = await run(blocks.join('\n').replaceAll('http://localhost:8000', server.url));
    assert.match(
      printed,
      /three months[\s\S]*three months[\s\S]*- \[1\] \[Leaving\][\s\S]*three months[\s\S]*3 3\n3 openai-compatible/,
    );
  });
});

/** LangChain sends tokens, which tiktoken counts by a file that it downloads, unless one of this name has the expected hash. */
const TIKTOKEN_FILE = createHash('sha1')
  .update('https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken')
  .digest('hex');

function tiktokenFile(): string {
  const tokens = encoding.bpe_ranks.split('\n').flatMap((line) => line.split(' ').slice(2));
  return tokens.map((token, number) => `${token} ${number}\n`).join('');
}

/** Creates an environment with the packages, unless there is one. @returns Why it cannot. */
function install(): string | false {
  const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'], timeout: INSTALL_TIMEOUT_MS };
  const areThere = `from importlib.metadata import version
for package in ${JSON.stringify(PACKAGES)}:
    name, expected = package.split('==')
    assert version(name) == expected`;
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check'];
  try {
    try {
      execFileSync(PYTHON, ['-c', areThere], options);
    } catch {
      execFileSync('python3', ['-m', 'venv', '--clear', FOLDER], options);
      execFileSync(PYTHON, [...pip, ...PACKAGES], options);
    }
    return false;
  } catch (error) {
    const missing = `python3 with venv, and openai and langchain-openai of PyPI, cannot be had here: ${(error as Error).message.split('\n')[0]}`;
    process.stderr.write(`SKIPPED: the contract with openai and langchain-openai of PyPI. ${missing}\n`);
    return missing;
  }
}
