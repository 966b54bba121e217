import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { openHttpStand } from '../../../test/http-stand.ts';
import { until } from '../../../test/until.ts';

const REQUEST = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';

/** Whether the server answers on a new connection, which stays open. */
async function isServed(url: string, open: Socket[]): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  open.push(socket);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('data', () => resolve(true)).once('close', () => resolve(false));
  socket.on('error', () => {});
  socket.write(REQUEST);
  return promise;
}

describe('connections', () => {
  for (const [setting, settings] of [
    ['CONNECTIONS_MAX', { connectionsMax: 2 }],
    ['CONNECTIONS_PER_CLIENT_MAX', { connectionsPerClientMax: 2 }],
  ] as const)
    it(`beyond ${setting} are closed, until others have ended`, async () => {
      await using stand = await openHttpStand({ settings });
      const open: Socket[] = [];
      const served: boolean[] = [];
      for (let made = 0; made < 5; made++) served.push(await isServed(stand.url, open));
      assert.deepEqual(served, [true, true, false, false, false]);
      const lines = stand.log.filter(({ message }) => message.startsWith('Connections refused'));
      assert.equal(lines.length, 1, 'a flood is no flood of lines');
      assert.match(lines[0]!.message, new RegExp(`refused: ${setting} is reached`));
      assert.deepEqual(lines[0]!.fields, { client: '127.0.0.1', open: 2, refused_since_last: 1 });
      open[0]!.destroy();
      await until(() => isServed(stand.url, open));
      for (const socket of open) socket.destroy();
    });

  it('of a trusted proxy count only towards the total', async () => {
    await using stand = await openHttpStand({
      settings: { connectionsPerClientMax: 1, trustedProxies: ['127.0.0.0/8'] },
    });
    const open: Socket[] = [];
    for (let made = 0; made < 3; made++) assert.equal(await isServed(stand.url, open), true);
    for (const socket of open) socket.destroy();
  });
});
