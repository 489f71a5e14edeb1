import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** Most fields of an upload, longest value of one in bytes, and header lines of one part. */
const limits = { fields: 12, fieldSize: 4_096, files: 1, parts: 14, headerPairs: 12, fileSize: Infinity };

/**
 * Takes multipart bodies: a few short fields and one file, which is read as it arrives. Only for the routes of the
 * given scope.
 */
export async function registerMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits, throwFileSizeLimit: false });
}
