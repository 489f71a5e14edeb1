import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';

/** The most that a browser may say in one message, in bytes. */
const maxPayload = 4_096;
/** How long a browser that was told to close may take, before its connection is cut. */
const closeTimeout = 1_000;

/** Upgrades connections. Closing the server ends the open ones. */
export async function registerWebsocket(app: FastifyInstance): Promise<void> {
  // `closeTimeout` is newer than the types of the library.
  const options = { maxPayload, closeTimeout, perMessageDeflate: false };
  await app.register(websocket, { options });
}
