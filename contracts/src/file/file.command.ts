import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Name and key of a business object. */
export const businessTable = z.string().regex(/^[A-Z][A-Z0-9_]{2,59}$/, '格式不正确');
export const businessId = z.string().regex(/^[\w.-]{1,60}$/, '格式不正确');

/** Attaches a file whose bytes are already in the store: they come first, so that a row never names bytes that are not there. */
export const recordFile = defineCommand('file.record', z.object({
  relationalId: z.uuid(), fileUid: z.string().max(60), name: z.string().min(1).max(255), fileSize: z.number().int().min(1), fileType: z.string().max(10),
  businessTable, businessId, digest: sha256,
}), z.object({ relationalId: z.string() }));

/** Takes a file away. Its bytes go later, when nothing names them any more. */
export const removeFiles = defineCommand('file.remove', z.object({ relationalIds: z.array(z.uuid()).min(1).max(100) }), z.object({ removed: z.number().int() }));
