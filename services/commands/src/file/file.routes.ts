import { recordFile, removeFiles } from '@jwxt/contracts/file/file.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { attachFile, detachFiles } from './record-file.ts';

/** Commands of attachments. */
export const fileRoutes: readonly CommandRoute[] = [
  defineRoute(recordFile, (file, context, services) => applyOnce(services.pool, context, (client) => attachFile(client, context, services, file))),
  defineRoute(removeFiles, ({ relationalIds }, context, services) => applyOnce(services.pool, context, (client) => detachFiles(client, context, services, relationalIds))),
];
