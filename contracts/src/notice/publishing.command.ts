import { z } from 'zod';
import { plannedTime, yesNoFlag } from '../kernel/fields.ts';
import { defineCommand } from '../kernel/command.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { noticeId, operationGuideId } from './notice.operations.ts';

/** How much rich text, pictures included, one text may take: what one request carries, with some room. */
const MAX_CONTENT_BYTES = 600_000;
/** A `<` ends what was no tag, so that a text of nothing else is read once and not once for each of them. */
const content = z
  .string()
  .refine((html) => new TextEncoder().encode(html).length <= MAX_CONTENT_BYTES, '内容过长，请减少图片，或改用附件')
  .refine(
    (html) => /<(img|video|audio|table)\b/i.test(html) || html.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== '',
    '请输入内容',
  );
const title = (missing: string) => z.string().trim().min(1, missing).max(100, '最多 100 个字符');
const codes = (max: number) =>
  z
    .array(z.string().min(1).max(64))
    .max(max, `最多 ${String(max)} 项`)
    .default([]);

/**
 * Who a notice is for (SYSADMIN-05): roles, units (with the units below them) and grades narrow one another, single
 * persons are added. An empty list does not narrow: nothing at all is the whole school; single persons alone are only
 * those.
 */
export const audience = z.object({ roles: codes(50), departments: codes(200), grades: codes(50), users: codes(500) });
export type Audience = z.output<typeof audience>;

const optionalTime = z.union([z.literal(''), plannedTime]).default('');

/** A notice as its form sends it. Times are school time, empty for at once and for ever. */
export const noticeDraft = z
  .object({
    noticeId,
    noticeName: title('请输入标题'),
    noticeTypeId: z.string().min(1, '请选择通知类型').max(64),
    content,
    audience,
    topFlag: yesNoFlag.default(yesNo.no),
    needPush: yesNoFlag.default(yesNo.yes),
    beginTime: optionalTime,
    endTime: optionalTime,
  })
  .refine(({ beginTime, endTime }) => beginTime === '' || endTime === '' || beginTime < endTime, {
    path: ['endTime'],
    message: '结束时间应晚于开始时间',
  });
/** A guide as its form sends it; `domainService` is the `bh` of its service domain. */
export const guideDraft = z.object({
  operationGuideId,
  noticeName: title('请输入指南名称'),
  domainService: z.string().min(1, '请选择服务域').max(10),
  content,
});

const whichNotice = z.object({ noticeId });
const whichGuide = z.object({ operationGuideId });

/** Stores a draft. The text is sanitised; a published one is refused NOTICE_PUBLISHED. */
export const createNotice = defineCommand('noticeInfo.create', noticeDraft, whichNotice);
export const updateNotice = defineCommand('noticeInfo.update', noticeDraft, whichNotice);
export const deleteNotice = defineCommand('noticeInfo.delete', whichNotice, whichNotice);
/**
 * Publishes a draft: from now, or from its begin time on. With `needPush` everybody of the audience gets a system
 * message.
 */
export const publishNotice = defineCommand(
  'noticeInfo.publish',
  whichNotice,
  z.object({ noticeId: z.string(), pushed: z.number().int() }),
);
/** Back to draft, while nobody has read it (LC-P). */
export const recallNotice = defineCommand('noticeInfo.recall', whichNotice, whichNotice);
/** Ends a published one for good (LC-P). */
export const closeNotice = defineCommand('noticeInfo.close', whichNotice, whichNotice);

export const createGuide = defineCommand('operationGuide.create', guideDraft, whichGuide);
export const updateGuide = defineCommand('operationGuide.update', guideDraft, whichGuide);
export const deleteGuide = defineCommand('operationGuide.delete', whichGuide, whichGuide);
export const publishGuide = defineCommand('operationGuide.publish', whichGuide, whichGuide);
/** Back to draft, so that it can be edited and published anew. */
export const recallGuide = defineCommand('operationGuide.recall', whichGuide, whichGuide);
