import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { describeConfig, loadConfig } from './config.ts';
import { environmentExample, settingsPage } from './settings-files.ts';
import { ValueError } from './value-error.ts';

describe('loadConfig', () => {
  it('is frozen, lists included', () => {
    const config = loadConfig({});
    assert.throws(() => Object.assign(config, { port: 1 }), TypeError);
    assert.throws(() => (config.allowedHosts as string[]).push('evil.example'), TypeError);
  });

  it('takes an empty value for an absent one', () => {
    assert.equal(loadConfig({ PORT: '', LOG_LEVEL: '  ' }).port, 8000);
  });

  for (const [given, expected] of [
    ['["docs.example.org", "10.0.0.7"]', ['docs.example.org', '10.0.0.7']],
    ['docs.example.org, Files.Example.org', ['docs.example.org', 'files.example.org']],
    ['[]', []],
    ['*.example.org', ['*.example.org']],
    ['::1', ['::1']],
    ['bücher.example', ['bücher.example']],
  ] as const) {
    it(`reads the list ${given}`, () => {
      assert.deepEqual(loadConfig({ ALLOWED_HOSTS: given }).allowedHosts, expected);
    });
  }

  it('takes URLs of webhooks as they are written, never shows them, and needs a secret for them', () => {
    const WEBHOOK_URLS = 'https://hooks.example.org/T0ken/Path?A=b';
    const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const config = loadConfig({ WEBHOOK_URLS, WEBHOOK_SECRET });
    assert.deepEqual(config.webhookUrls, [WEBHOOK_URLS]);
    assert.doesNotMatch(describeConfig(config), /T0ken|BwcHBw/);
    assert.throws(
      () => loadConfig({ WEBHOOK_URLS }),
      /WEBHOOK_SECRET must be set together with WEBHOOK_URLS/,
    );
    assert.throws(() => loadConfig({ WEBHOOK_SECRET: 'simple' }), /WEBHOOK_SECRET takes whsec_/);
  });

  for (const [given, expected] of [
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['yes', true],
    ['false', false],
    ['0', false],
    ['Off', false],
  ] as const) {
    it(`takes ${given} for ${expected}`, () => {
      assert.equal(loadConfig({ REQUIRE_AUTH_FOR_INGEST: given }).requireAuthForIngest, expected);
    });
  }

  it('reads proxies and origins', () => {
    const config = loadConfig({
      TRUSTED_PROXIES: '10.0.0.0/8, 2001:DB8::/32',
      CORS_ORIGINS: '["https://App.example.org", "http://localhost:5173"]',
    });
    assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '2001:db8::/32']);
    assert.deepEqual(config.corsOrigins, ['https://app.example.org', 'http://localhost:5173']);
  });

  for (const [name, value] of [
    ['REQUIRE_AUTH_FOR_INGEST', 'maybe'],
    ['RATE_LIMIT_PER_MINUTE', '-1'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '["10.0.0.0/8", 7]'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', '["https://app.example.org", "*"]'],
    ['CORS_ORIGINS', 'https://*.example.org'],
    ['CORS_ORIGINS', 'https://app.example.org/'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '8e3'],
    ['LOG_FORMAT', 'xml'],
    ['LOG_LEVEL', 'loud'],
    ['MAX_FILE_SIZE_MB', '0'],
    ['MAX_FILE_SIZE_MB', '1.5'],
    ['SCORE_THRESHOLD', '1.01'],
    ['SCORE_THRESHOLD', 'NaN'],
    ['TOP_K', '21'],
    ['CHAT_MODE', 'friendly'],
    ['KV_STORE', 'redis'],
    ['KV_STORE', 'redis://'],
    ['KV_STORE', 'http://localhost:6379'],
    ['KV_STORE', 'redis://localhost:65536'],
    ['KV_STORE', 'redis://localhost:0'],
    ['KV_STORE', 'redis://localhost/zero'],
    ['KV_STORE', 'redis://localhost/0?db=1'],
    ['KV_STORE', 'redis://local host'],
    ['KV_PREFIX', '{docent}:'],
    ['KV_PREFIX', 'my docent:'],
    ['LLM_PROVIDER', 'oracle'],
    ['ALLOWED_HOSTS', '["a.example"'],
    ['ALLOWED_HOSTS', '[1]'],
    ['ALLOWED_HOSTS', 'https://a.example/'],
    ['ALLOWED_HOSTS', 'a.example:80'],
  ] as const) {
    it(`declines ${name}=${value}, naming setting, value and what is taken`, () => {
      assert.throws(
        () => loadConfig({ [name]: value }),
        (error: unknown) =>
          error instanceof ValueError &&
          error.message.includes(`${name} takes `) &&
          error.message.includes(`current value is ${JSON.stringify(value)}`),
      );
    });
  }

  it('names every setting that is wrong at once', () => {
    assert.throws(() => loadConfig({ PORT: 'x', TOP_K: '0', LOG_FORMAT: 'json' }), {
      name: 'ValueError',
      message:
        'Cannot start with these settings:\n' +
        '  PORT takes a whole number from 0 to 65535: current value is "x"\n' +
        '  TOP_K takes a whole number from 1 to 20: current value is "0"',
    });
  });

  it('never repeats a key', () => {
    assert.throws(
      () => loadConfig({ API_KEY: 'hunter2 hunter2' }),
      (error: Error) =>
        /API_KEY takes .*current value is \*\*\*/.test(error.message) && !/hunter2/.test(error.message),
    );
  });

  it('never repeats the password of an address, however it is misspelt', () => {
    for (const password of ['hunter2', 'hunt/er2', 'hunt er2', 'hunt@er2', '%hunter2', 'hunt#er2?']) {
      assert.throws(
        () => loadConfig({ KV_STORE: `redis://docent:${password}@cache:zero` }),
        (error: Error) => error.message.includes('redis://***@cache:zero') && !/hunt|er2/.test(error.message),
      );
    }
  });
});

describe('describeConfig', () => {
  it('gives lines that load to the same settings, and marks what was changed', () => {
    const config = loadConfig({ PORT: '9000', ALLOWED_HOSTS: 'a.example' });
    const lines = describeConfig(config).trimEnd().split('\n');
    assert.ok(lines.includes('PORT=9000  # default 8000'));
    assert.ok(lines.includes('HOST=127.0.0.1'));
    const environment = Object.fromEntries(lines.map((line) => line.replace(/ {2}#.*$/, '').split(/=(.*)/s)));
    assert.deepEqual(loadConfig(environment), config);
  });

  it('shows where Redis is, and not the password', () => {
    const described = describeConfig(loadConfig({ KV_STORE: 'rediss://docent:hunter2@cache:6380/1' }));
    assert.match(described, /^KV_STORE=rediss:\/\/\*\*\*@cache:6380\/1 {2}# default embedded$/m);
    assert.doesNotMatch(described, /hunter2/);
  });

  it('tells whether there is a key, and not which', () => {
    assert.match(describeConfig(loadConfig({})), /^API_KEY=$/m);
    const described = describeConfig(loadConfig({ API_KEY: 'hunter2' }));
    assert.match(described, /^API_KEY=\*\*\* {2}# default empty$/m);
    assert.doesNotMatch(described, /hunter2/);
  });
});

describe('.env.example', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

  it('is what the settings give, as is docs/reference/settings.md; `node scripts/write-settings.ts` renews both', () => {
    assert.equal(example, environmentExample());
    const page = readFileSync(new URL('../../docs/reference/settings.md', import.meta.url), 'utf8');
    assert.equal(page, settingsPage());
  });

  it('gives the defaults when all of it is uncommented', () => {
    const lines = [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)];
    assert.deepEqual(loadConfig(Object.fromEntries(lines.map((line) => [line[1], line[2]]))), loadConfig({}));
  });
});
