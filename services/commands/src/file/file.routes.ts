import { mayAttach, recordFile, removeFiles } from '@jwxt/contracts/file/file.command.ts';
import { tellOfExport } from '@jwxt/contracts/file/export-job.command.ts';
import { OWN_EXPORTS_PATH } from '@jwxt/contracts/file/export-job.vocabulary.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { writeMessage } from '../notice/shared/system-message.ts';
import { attachFile, detachFiles, refusesFile } from './record-file.ts';

/** Commands of attachments, and of what becomes of exports. */
export const fileRoutes: readonly CommandRoute[] = [
  defineRoute(mayAttach, async (file, context, services) => {
    const refused = await inTransaction(services.pool, (client) => refusesFile(client, context, services, file));
    return refused ?? { result: {}, position: null };
  }),
  defineRoute(recordFile, (file, context, services) =>
    applyOnce(services.pool, context, (client) => attachFile(client, context, services, file)),
  ),
  defineRoute(removeFiles, ({ relationalIds }, context, services) =>
    applyOnce(services.pool, context, (client) => detachFiles(client, context, services, relationalIds)),
  ),
  defineRoute(tellOfExport, ({ jobId, title, content }, context, { pool }) =>
    applyOnce(pool, context, async (client) => ({
      told: await writeMessage(
        client,
        {
          systemMessageEntityId: `export.${jobId}`,
          title,
          content,
          departmentName: '',
          createName: '系统',
          createTime: context.time,
          endTime: null,
          noticeId: null,
          link: OWN_EXPORTS_PATH,
        },
        { users: [context.actor.userName] },
      ),
    })),
  ),
];
