import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { markNoticesRead } from '@jwxt/contracts/notice/notice.command.ts';
import { createGuide, createNotice, publishGuide, publishNotice } from '@jwxt/contracts/notice/publishing.command.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { CommandSender, SendOptions } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import { demoGuides, demoNotices } from './notice.data.ts';

/** Who writes and who reads. */
export interface NoticePeople {
  readonly office: Actor;
  /** Clerk of the department whose own notice is told. */
  readonly clerk: Actor;
  /** Somebody who has read everything older than a week. */
  readonly reader: Actor;
}

const dayMs = 86_400_000;

/** Tells the notices and guides of the last half year up to `now`. */
export async function tellNotices(
  sender: CommandSender,
  { office, clerk, reader }: NoticePeople,
  now: string,
): Promise<void> {
  const step = (key: string, actor: Actor, permission: PermissionCode, daysAgo: number): SendOptions => ({
    commandId: derivedId(`demo-notice:${key}:${permission}`),
    actor,
    permission,
    at: new Date(Date.parse(now) - daysAgo * dayMs).toISOString(),
  });
  for (const { key, name, type, daysAgo, content, roles = [], ofDepartment, top, push, draft } of demoNotices) {
    const writer = ofDepartment ? clerk : office;
    const noticeId = derivedId(`demo-notice:${key}`);
    await sender.send(
      createNotice,
      {
        noticeId,
        noticeName: name,
        noticeTypeId: type,
        content,
        topFlag: top ? '1' : '0',
        needPush: push ? '1' : '0',
        audience: {
          roles: [...roles],
          departments: ofDepartment && writer.departmentId !== null ? [writer.departmentId] : [],
          grades: [],
          users: [],
        },
      },
      step(key, writer, 'noticeInfo:create', daysAgo),
    );
    if (!draft) await sender.send(publishNotice, { noticeId }, step(key, writer, 'noticeInfo:publish', daysAgo));
    if (!draft && daysAgo > 7)
      await sender.send(
        markNoticesRead,
        { noticeIds: [noticeId] },
        step(key, reader, 'teacherServer:notice', daysAgo - 1),
      );
  }
  for (const { key, name, domain, daysAgo, content } of demoGuides) {
    const operationGuideId = derivedId(`demo-guide:${key}`);
    await sender.send(
      createGuide,
      { operationGuideId, noticeName: name, domainService: domain, content },
      step(`guide:${key}`, office, 'operationGuide:create', daysAgo),
    );
    await sender.send(
      publishGuide,
      { operationGuideId },
      step(`guide:${key}`, office, 'operationGuide:publish', daysAgo),
    );
  }
}
