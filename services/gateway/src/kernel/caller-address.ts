import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/**
 * The caller's address: what the trusted proxies say, when that is one. A header that a proxy passed on unread may say
 * anything; then it is the address that is connected. Null when that is gone already.
 */
export function addressOf(request: FastifyRequest): string | null {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? null);
}

/** What an address is counted as: itself, and for IPv6 its network of 2^64 addresses, all of which one caller has. */
export function networkName(address: string): string {
  return isIP(address) ? normalizeIP(address) : address;
}

/** {@link networkName} of the caller's address. */
export function networkOf(request: FastifyRequest): string {
  return networkName(addressOf(request) ?? '');
}
