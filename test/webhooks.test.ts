import assert from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import { openServer } from './open-server.ts';
import { serveHttp } from './serve-http.ts';
import { until } from './until.ts';

test('the end of an ingest, a held answer and a thumb down are sent to a receiver in the own network', {
  timeout: 300_000,
}, async () => {
  const types: string[] = [];
  await using receiver = await serveHttp(async (request, response) => {
    types.push(((await json(request)) as { type: string }).type);
    response.writeHead(204).end();
  });
  await using server = await openServer({
    settings: {
      WEBHOOK_URLS: `${receiver.url}/hook`,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    },
  });
  const client = createApiClient(server.url);
  await client.upload('castle.md', Buffer.from('# The castle\n\nThe castle opens at nine in the morning.'));
  await client.upload('garden.md', Buffer.from('# The garden\n\nThe garden opens at seven in the morning.'));
  await client.settled(60_000);
  const { meta } = await client.ask('When do the castle and the garden open?');
  assert.ok(meta.review_entry_id);
  await client.ask('When do the castle and the garden open?');
  await client.post('/api/v1/feedback', { body: { rating: 'up', correlation_id: meta.correlation_id } });
  await client.post('/api/v1/feedback', { body: { rating: 'down', correlation_id: meta.correlation_id } });
  await until(() => types.length >= 4);
  // A question is held once, however often it is asked.
  assert.deepEqual(types.sort(), ['answer.held', 'answer.rated_down', 'ingest.ended', 'ingest.ended']);
});
