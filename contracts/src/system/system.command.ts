import { z } from 'zod';
import { processDefinition } from '../approval/process-definition.ts';
import { defineCommand } from '../kernel/command.ts';

/** Asks the workers to rebuild read models beside the serving ones. */
export const requestRebuild = defineCommand('readModel.rebuild', z.object({ names: z.array(z.string()).min(1, '请至少选择一条数据') }), z.object({ names: z.array(z.string()) }));
/** Asks the worker to stop a running rebuild; the serving tables stay as they are. */
export const cancelRebuild = defineCommand('readModel.cancel', z.object({ names: z.array(z.string()).min(1, '请至少选择一条数据') }), z.object({ names: z.array(z.string()) }));
/** Publishes a new version of a process; running applications keep theirs. */
export const publishProcess = defineCommand('process.publish', processDefinition, z.object({ processNo: z.string(), version: z.number().int() }));
/**
 * Stores reference rows, insert or update by key: what an import or the demo university sends. Every change gets an operation-log row.
 * `standard`: rows that every school starts with. What a school has changed or removed of them since stays as it is.
 */
export const loadReference = defineCommand('reference.load', z.object({
  resource: z.string(), rows: z.array(z.record(z.string(), z.unknown())).max(5000), standard: z.literal(true).optional(),
}), z.object({ stored: z.number().int(), unchanged: z.number().int() }));
/** A person changes the own password; both are plain text here, decoded at the gateway. Rules of SESSION-34…39. */
export const changePassword = defineCommand('user.changePassword', z.object({ oldPassword: z.string(), newPassword: z.string() }), z.object({ userName: z.string() }));
/**
 * Tries again what had to be left aside, oldest first; a stream stops at its first failure. Events that policies could not carry out
 * (`commands.policy_parked`) at once: how many went through and how many remain. Events that read models could not take
 * (`projection.parked`) by their workers: the read models that were asked.
 */
export const replayParkedEvents = defineCommand('system.replayParked', z.object({}), z.object({ replayed: z.number().int(), remaining: z.number().int(), readModels: z.array(z.string()) }));
