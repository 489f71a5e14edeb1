import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { plannedTime } from '../kernel/fields.ts';

/** What is handed on, to whom, within which units (none: the giver's whole scope), from when to when, and why. */
export const transferTerms = {
  toUser: z.string().trim().min(1, '必填').max(60),
  permissions: z.array(z.string().max(100)).min(1, '请选择权限').max(500, '最多 500 项权限'),
  units: z.array(z.string().max(20)).max(200, '最多 200 个单位').default([]),
  beginTime: plannedTime,
  endTime: plannedTime,
  reason: z.string().trim().min(1, '必填').max(200, '最多 200 个字符'),
};

/** Hands permissions on for a time (SYSADMIN-18, kind 2); times are school time. */
export const transferPermissions = defineCommand(
  'permissionTransfer.create',
  z.object(transferTerms),
  z.object({ authId: z.string() }),
);
/** Ends it before its time: by who gave it, or by who holds `secondaryAuth:revoke`. */
export const revokePermissionTransfer = defineCommand(
  'permissionTransfer.revoke',
  z.object({ authId: z.string(), reason: z.string() }),
  z.object({ authId: z.string() }),
);
