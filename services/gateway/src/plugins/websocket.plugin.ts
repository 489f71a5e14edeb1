import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';

/** The most that a browser may say in one message, in bytes. */
const maxPayload = 4_096;

/** Upgrades connections. Closing the server ends the open ones. */
export async function registerWebsocket(app: FastifyInstance): Promise<void> {
  await app.register(websocket, { options: { maxPayload, perMessageDeflate: false } });
}
