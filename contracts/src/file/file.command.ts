import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { MAX_UPLOADS_AT_ONCE } from './file.vocabulary.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Name and key of a business object. */
export const businessTable = z.string().regex(/^[A-Z][A-Z0-9_]{2,59}$/, '格式不正确');
export const businessId = z.string().regex(/^[\w.-]{1,60}$/, '格式不正确');

/**
 * Attaches a file whose bytes are already in the store: they come first, so that a row never names bytes that are not
 * there.
 */
export const recordFile = defineCommand(
  'file.record',
  z.object({
    relationalId: z.uuid(),
    fileUid: z.string().max(60),
    name: z.string().min(1).max(255),
    fileSize: z.number().int().min(1),
    fileType: z.string().max(10),
    businessTable,
    businessId,
    digest: sha256,
  }),
  z.object({ relationalId: z.string() }),
);

/**
 * Asks, before its bytes are taken, whether a file may be attached as {@link recordFile} would do it: by the rule of
 * its business object, the number of its files, and what the person may upload in a day. `underWay` are the person's
 * other uploads, which may have no row yet. Changes nothing.
 */
export const mayAttach = defineCommand(
  'file.mayAttach',
  z.object({
    relationalId: z.uuid(),
    name: z.string().min(1).max(255),
    fileSize: z.number().int().min(1),
    businessTable,
    businessId,
    underWay: z.array(z.object({ relationalId: z.uuid(), fileSize: z.number().int().min(1) })).max(MAX_UPLOADS_AT_ONCE),
  }),
  z.object({}),
);

/** Takes a file away. Its bytes go later, when nothing names them any more. */
export const removeFiles = defineCommand(
  'file.remove',
  z.object({ relationalIds: z.array(z.uuid()).min(1).max(100) }),
  z.object({ removed: z.number().int() }),
);
