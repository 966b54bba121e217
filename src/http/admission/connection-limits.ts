import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../ports/logger.ts';

/** A flood must not fill the log as well. */
const LOGGED_EVERY_MS = 60_000;

/** A subset of `Config`. */
export interface ConnectionLimits {
  readonly connectionsMax: number;
  readonly connectionsPerClientMax: number;
}

/**
 * Closes connections beyond the limits as soon as they are made, before anything of them is read. The log says so at
 * most once a minute.
 *
 * @param parts.clientAt The client at an address; undefined for a trusted proxy, which has no limit of its own.
 * @param parts.now Milliseconds since the epoch.
 */
export function limitConnections(
  server: FastifyInstance['server'],
  parts: {
    limits: ConnectionLimits;
    clientAt: (address: string | undefined) => string | undefined;
    logger: Logger;
    now: () => number;
  },
): void {
  const { limits, clientAt, logger, now } = parts;
  const ofClient = new Map<string, number>();
  let open = 0;
  let [loggedAt, unlogged] = [Number.NEGATIVE_INFINITY, 0];

  function refuse(setting: string, client: string | undefined): void {
    unlogged += 1;
    if (now() - loggedAt < LOGGED_EVERY_MS) return;
    logger.warn(`Connections refused: ${setting} is reached`, {
      client,
      open,
      refused_since_last: unlogged,
    });
    [loggedAt, unlogged] = [now(), 0];
  }

  server.on('connection', (socket) => {
    const client = clientAt(socket.remoteAddress);
    const before = client === undefined ? 0 : (ofClient.get(client) ?? 0);
    const isTooMany = open >= limits.connectionsMax;
    if (isTooMany || before >= limits.connectionsPerClientMax) {
      refuse(isTooMany ? 'CONNECTIONS_MAX' : 'CONNECTIONS_PER_CLIENT_MAX', client);
      return socket.destroy();
    }
    open += 1;
    if (client !== undefined) ofClient.set(client, before + 1);
    socket.once('close', () => {
      open -= 1;
      if (client === undefined) return;
      const left = ofClient.get(client)! - 1;
      if (left > 0) ofClient.set(client, left);
      else ofClient.delete(client);
    });
  });
}
