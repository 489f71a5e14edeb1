import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeDetail, noticeList, noticeMarkRead } from '@jwxt/contracts/notice/notice.operations.ts';
import {
  audienceCount,
  audienceOptions,
  audiencePeople,
  guideCreate,
  guideManageQuery,
  guidePublish,
  guideRecall,
  guideUpdate,
  noticeInfoClose,
  noticeInfoCreate,
  noticeInfoDelete,
  noticeInfoDetail,
  noticeInfoPublish,
  noticeInfoQuery,
  noticeInfoRecall,
  noticeInfoUpdate,
  noticeReadList,
  noticeTypeList,
} from '@jwxt/contracts/notice/publishing.operations.ts';
import { guideQuery } from '@jwxt/contracts/notice/notice.operations.ts';
import {
  messageDetail,
  messagePushSign,
  messageReadSign,
  messagesAllRead,
  messagesOfSession,
  staffMessages,
  studentMessages,
} from '@jwxt/contracts/notice/system-message.operations.ts';
import { startSchool, type School } from '../testing/school.ts';
import type { Browser } from '../testing/browser.ts';

let school: School;
let office: Browser;
let clerk: Browser;
let teacher: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [office, clerk, teacher] = (await Promise.all(
    ['office1', 'clerk1', 'teacher1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser];
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const audienceOf = (more: object = {}) => ({ roles: [], departments: [], grades: [], users: [], ...more });
const draft = (noticeId: string, more: object = {}) => ({
  commandId: id(),
  noticeId,
  noticeName: '关于期末成绩录入的通知',
  noticeTypeId: 'tz',
  content: '<p>请在<strong>周五</strong>前完成。</p><script>alert(1)</script>',
  audience: audienceOf(),
  topFlag: '0' as const,
  needPush: '1' as const,
  ...more,
});
const act = (noticeId: string) => ({ commandId: id(), noticeId });
async function published(writer: Browser, more: object = {}): Promise<string> {
  const noticeId = id();
  await writer.get(noticeInfoCreate, draft(noticeId, more));
  await writer.get(noticeInfoPublish, act(noticeId));
  return noticeId;
}

describe('a notice from draft to end (SYSADMIN-05)', () => {
  it('is stored sanitised, in the name and unit of its writer, and read by nobody before it is published', async () => {
    const noticeId = id();
    const input = draft(noticeId, { audience: audienceOf({ roles: ['06'], departments: ['101'] }) });
    expect(await office.get(noticeInfoCreate, input)).toEqual({ noticeId });
    expect(await office.get(noticeInfoCreate, input)).toEqual({ noticeId });
    expect(await office.get(noticeInfoDetail, { noticeId })).toMatchObject({
      content: '<p>请在<strong>周五</strong>前完成。</p>',
      createName: '钱办公',
      departmentName: '教务处',
      publishStatus: '0',
      totalNum: 2,
      readNum: 0,
    });
    expect(await teacher.call(noticeDetail, { noticeId })).toMatchObject({ status: 404 });
    await office.get(
      noticeInfoUpdate,
      draft(noticeId, { noticeName: '改了标题', audience: audienceOf({ roles: ['06'], departments: ['101'] }) }),
    );
    expect(await office.get(noticeInfoPublish, act(noticeId))).toEqual({ noticeId, pushed: 2 });
    expect(await teacher.get(noticeDetail, { noticeId })).toMatchObject({ noticeName: '改了标题', read: '0' });
    expect(await (await school.browser('teacher2')).call(noticeDetail, { noticeId })).toMatchObject({
      code: 'NOTICE_NOT_FOUND',
    });
    const { rows } = await school.pool.query<{ operation: string; user_name: string }>(
      `select operation, user_name from base.operation_log where resource = 'noticeInfo' and key = $1 order by id`,
      [noticeId],
    );
    expect(rows).toEqual(['create', 'update', 'publish'].map((operation) => ({ operation, user_name: 'office1' })));
  });

  it('published text is fixed: it is neither changed, deleted nor published again', async () => {
    const noticeId = await published(office);
    expect(await office.call(noticeInfoUpdate, draft(noticeId))).toMatchObject({
      status: 409,
      code: 'NOTICE_PUBLISHED',
    });
    expect(await office.call(noticeInfoDelete, act(noticeId))).toMatchObject({ code: 'NOTICE_PUBLISHED' });
    expect(await office.call(noticeInfoPublish, act(noticeId))).toMatchObject({ code: 'NOTICE_NOT_DRAFT' });
  });

  it('is recalled with its messages while nobody has read it; afterwards it can only be closed', async () => {
    const noticeId = await published(office, { audience: audienceOf({ users: ['teacher1'] }) });
    expect((await teacher.get(messagesOfSession, {})).list.at(-1)?.systemMessageEntityTitle).toBe(
      '关于期末成绩录入的通知',
    );
    const before = (await teacher.get(messagesOfSession, {})).unreadNum;
    await office.get(noticeInfoRecall, act(noticeId));
    expect((await teacher.get(messagesOfSession, {})).unreadNum).toBe(before - 1);
    expect(await teacher.call(noticeDetail, { noticeId })).toMatchObject({ status: 404 });
    await office.get(noticeInfoPublish, act(noticeId));
    await teacher.get(noticeMarkRead, { commandId: id(), noticeIds: [noticeId] });
    expect(await office.call(noticeInfoRecall, act(noticeId))).toMatchObject({
      status: 409,
      code: 'NOTICE_ALREADY_READ',
      message: '已有1人阅读，不能撤回，可以结束发布',
    });
    await office.get(noticeInfoClose, act(noticeId));
    expect(await teacher.call(noticeDetail, { noticeId })).toMatchObject({ status: 404 });
    expect(await office.call(noticeInfoClose, act(noticeId))).toMatchObject({ code: 'NOTICE_NOT_PUBLISHED' });
  });

  it('a begin time lets it wait, with its message; an end time ends it', async () => {
    const at = (days: number) =>
      new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const noticeId = await published(office, {
      beginTime: at(1),
      endTime: at(3),
      audience: audienceOf({ users: ['teacher1b'] }),
    });
    expect(
      (await office.get(noticeInfoQuery, { noticeName: '', noticeTypeId: '', publishStatus: '1' })).rows.find(
        (row) => row.noticeId === noticeId,
      ),
    ).toMatchObject({ waiting: true, totalNum: 1 });
    const reader = async () => {
      const { list } = await (await school.browser('teacher1b')).get(noticeList, {});
      return list.some((one) => one.noticeId === noticeId);
    };
    const told = async () =>
      (await (await school.browser('teacher1b')).get(messagesOfSession, {})).list.some(
        ({ createTime }) => createTime === at(1).slice(0, 19) || createTime > at(0.5),
      );
    expect([await reader(), await told()]).toEqual([false, false]);
    school.advanceClock(1.5 * 86_400_000);
    expect([await reader(), await told()]).toEqual([true, true]);
    school.advanceClock(2 * 86_400_000);
    expect([await reader(), await told()]).toEqual([false, false]);
    school.advanceClock(-3.5 * 86_400_000);
    expect(await office.call(noticeInfoCreate, draft(id(), { beginTime: at(2), endTime: at(1) }))).toMatchObject({
      fieldErrors: [{ field: 'endTime', message: '结束时间应晚于开始时间' }],
    });
    const over = id();
    await office.get(noticeInfoCreate, draft(over, { endTime: at(-1) }));
    expect(await office.call(noticeInfoPublish, act(over))).toMatchObject({ code: 'NOTICE_OVER' });
    await office.get(noticeInfoDelete, act(over));
    expect(await office.call(noticeInfoDetail, { noticeId: over })).toMatchObject({ status: 404 });
  });

  it('says who has read it, and how many', async () => {
    const noticeId = await published(office, { audience: audienceOf({ roles: ['06'] }) });
    await teacher.get(noticeMarkRead, { commandId: id(), noticeIds: [noticeId] });
    // Somebody who read it and is no longer of the audience counts nowhere.
    await school.pool.query(
      `insert into base.notice_read (notice_id, user_name, read_time) values ($1, 'dean1', now())`,
      [noticeId],
    );
    const all = await office.get(noticeReadList, { noticeId });
    expect(all).toMatchObject({ total: 3, readNum: 1, totalNum: 3 });
    expect(all.rows[0]).toMatchObject({
      userName: 'teacher1',
      name: '王老师',
      departmentName: '计算机学院',
      read: '1',
      readTime: expect.stringMatching(/^\d{4}/) as string,
    });
    expect((await office.get(noticeReadList, { noticeId, type: '0' })).rows.map(({ userName }) => userName)).toEqual([
      'teacher1b',
      'teacher2',
    ]);
    expect((await office.get(noticeInfoQuery, {})).rows.find((row) => row.noticeId === noticeId)).toMatchObject({
      readNum: 1,
      totalNum: 3,
    });
  });

  it.each([
    ['noticeName', { noticeName: ' ' }, '请输入标题'],
    ['noticeName', { noticeName: '长'.repeat(101) }, '最多 100 个字符'],
    ['content', { content: '<p>&nbsp;</p>' }, '请输入内容'],
    ['content', { content: `<p>${'长'.repeat(200_001)}</p>` }, '内容过长，请减少图片，或改用附件'],
    ['noticeTypeId', { noticeTypeId: '' }, '请选择通知类型'],
    ['noticeTypeId', { noticeTypeId: 'nothing' }, '通知类型不存在或已停用'],
  ])('%s is refused under its field: %o', async (field, more, message) => {
    expect(await office.call(noticeInfoCreate, draft(id(), more))).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field, message }],
    });
  });
});

describe("the scope of a department's clerk", () => {
  it('writes to the own unit only, and must name it', async () => {
    const refused = { status: 403, code: 'NOTICE_OUT_OF_UNIT' };
    expect(await clerk.call(noticeInfoCreate, draft(id()))).toMatchObject(refused);
    expect(
      await clerk.call(noticeInfoCreate, draft(id(), { audience: audienceOf({ departments: ['102'] }) })),
    ).toMatchObject(refused);
    expect(
      await clerk.call(noticeInfoCreate, draft(id(), { audience: audienceOf({ departments: ['101', '102'] }) })),
    ).toMatchObject(refused);
    expect(await clerk.call(noticeInfoCreate, draft(id(), { audience: audienceOf({ roles: ['06'] }) }))).toMatchObject(
      refused,
    );
    expect(
      await clerk.call(
        noticeInfoCreate,
        draft(id(), { audience: audienceOf({ departments: ['101'], users: ['teacher2'] }) }),
      ),
    ).toMatchObject(refused);
    await published(clerk, { audience: audienceOf({ departments: ['101'] }) });
    await published(clerk, { audience: audienceOf({ users: ['teacher1b'] }) });
    expect((await clerk.get(audienceOptions, {})).wholeSchool).toBe(false);
    expect((await clerk.get(audienceOptions, {})).departments.map(({ code }) => code)).toEqual(['101', '1011']);
    expect((await clerk.get(audiencePeople, { keyword: '老师' })).list.map(({ userName }) => userName)).toEqual([
      'teacher1',
      'teacher1b',
    ]);
  });

  it('neither sees nor touches what another unit wrote', async () => {
    const noticeId = await published(office, { audience: audienceOf({ users: ['teacher2'] }) });
    for (const answer of [
      await clerk.call(noticeInfoDetail, { noticeId }),
      await clerk.call(noticeInfoUpdate, draft(noticeId, { audience: audienceOf({ departments: ['101'] }) })),
      await clerk.call(noticeInfoRecall, act(noticeId)),
      await clerk.call(noticeInfoClose, act(noticeId)),
      await clerk.call(noticeReadList, { noticeId }),
      await clerk.call(noticeInfoPublish, act(noticeId)),
    ])
      expect(answer).toMatchObject({ status: 404, code: 'NOTICE_NOT_FOUND' });
    expect(
      (await clerk.get(noticeInfoQuery, { pageSize: 100 })).rows.every(
        ({ departmentName }) => departmentName === '计算机学院',
      ),
    ).toBe(true);
    expect(await teacher.call(noticeInfoCreate, draft(id()))).toMatchObject({ status: 403 });
  });
});

describe('an audience', () => {
  it('is counted: roles, units with those below and grades narrow one another, single persons are added', async () => {
    const count = async (more: object) => (await office.get(audienceCount, { audience: audienceOf(more) })).count;
    expect(await count({})).toBe(13);
    expect(await count({ departments: ['101'] })).toBe(5);
    expect(await count({ departments: ['1011'] })).toBe(1);
    expect(await count({ departments: ['101'], roles: ['06'] })).toBe(2);
    expect(await count({ departments: ['101'], roles: ['06'], users: ['admin'] })).toBe(3);
    expect(await count({ users: ['admin', 'unknown'] })).toBe(1);
    expect(await count({ grades: ['2026'] })).toBe(0);
    // 全校 is who has an account; who is at school without one is told beside it, and is not asked for by role.
    const without = async (more: object) =>
      (await office.get(audienceCount, { audience: audienceOf(more) })).withoutAccount;
    expect([await without({}), await without({ grades: ['2026'] }), await without({ roles: ['06'] })]).toEqual([
      3, 3, 0,
    ]);
    expect((await office.get(noticeTypeList, {})).list[0]).toEqual({
      noticeTypeId: 'tz',
      noticeTypeName: '教务通知',
      needRead: '1',
    });
  });
});

describe('guides (SYSADMIN-01)', () => {
  it('are drafted, published, taken back, changed and published again', async () => {
    const operationGuideId = id();
    const guide = {
      operationGuideId,
      noticeName: '成绩录入操作指南',
      domainService: '09',
      content: '<h1>第一步</h1><table><tr><td onclick="x()">菜单</td></tr></table>',
    };
    const guideAct = () => ({ commandId: id(), operationGuideId });
    await office.get(guideCreate, { commandId: id(), ...guide });
    const seen = async () => (await teacher.get(guideQuery, {})).list.map(({ noticeName }) => noticeName);
    expect(await seen()).toEqual([]);
    await office.get(guidePublish, guideAct());
    expect(await seen()).toEqual(['成绩录入操作指南']);
    expect(await office.call(guideUpdate, { commandId: id(), ...guide })).toMatchObject({ code: 'NOTICE_PUBLISHED' });
    await office.get(guideRecall, guideAct());
    await office.get(guideUpdate, { commandId: id(), ...guide, noticeName: '成绩录入（新版）' });
    await office.get(guidePublish, guideAct());
    expect(await seen()).toEqual(['成绩录入（新版）']);
    const { rows } = await school.pool.query<{ content: string }>(
      'select content from base.operation_guide where operation_guide_id = $1',
      [operationGuideId],
    );
    expect(rows[0]?.content).toBe('<h2>第一步</h2><table><tr><td>菜单</td></tr></table>');
    expect(
      await office.call(guideCreate, { commandId: id(), ...guide, operationGuideId: id(), domainService: '98' }),
    ).toMatchObject({ fieldErrors: [{ field: 'domainService' }] });
    expect(await clerk.call(guideRecall, guideAct())).toMatchObject({ code: 'GUIDE_NOT_FOUND' });
    expect((await clerk.get(guideManageQuery, {})).total).toBe(0);
  });
});

describe('system messages', () => {
  // NOTICE-25 NOTICE-34 NOTICE-36 NOTICE-37
  it('pending ones of the session, one in detail, read by its id', async () => {
    const noticeId = await published(office, { noticeName: '看看这条', audience: audienceOf({ users: ['dean2'] }) });
    const dean = await school.browser('dean2');
    const { list, unreadNum } = await dean.get(messagesOfSession, {});
    const message = list.at(-1)!;
    expect(message).toEqual({
      systemMessageEntityId: expect.any(String) as string,
      systemMessageAudienceId: expect.any(String) as string,
      systemMessageAudienceReadSign: '0',
      systemMessageAudiencePushSign: '1',
      systemMessageEntityTitle: '看看这条',
      createTime: expect.stringMatching(/^\d{4}-/) as string,
      systemMessageEntityContent: '请在周五前完成。',
    });
    expect(await dean.get(messageDetail, { systemMessageEntityId: message.systemMessageEntityId })).toEqual({
      systemMessageEntityId: message.systemMessageEntityId,
      systemMessageEntityTitle: '看看这条',
      departmentName: '教务处',
      createTime: message.createTime,
      systemMessageEntityContent: '请在周五前完成。',
      link: `/jwxt/gly/newHome/components/messageSystem/information/${noticeId}`,
      noticeId,
    });
    const readOf = async () => (await dean.get(noticeDetail, { noticeId })).read;
    expect(await readOf()).toBe('0');
    expect(
      await dean.get(messageReadSign, { commandId: id(), systemMessageAudienceId: message.systemMessageAudienceId }),
    ).toEqual({ marked: 1 });
    expect((await dean.get(messagesOfSession, {})).unreadNum).toBe(unreadNum - 1);
    // Who opened the message has read the notice.
    expect(await readOf()).toBe('1');
  });

  it('NOTICE-33 NOTICE-35: one that is not to be told of again stays unread in the list', async () => {
    await published(office, { noticeName: '不再提醒我', audience: audienceOf({ users: ['dean1b'] }) });
    const dean = await school.browser('dean1b');
    const message = (await dean.get(messagesOfSession, {})).list.find(
      ({ systemMessageEntityTitle }) => systemMessageEntityTitle === '不再提醒我',
    )!;
    await dean.get(messagePushSign, {
      commandId: id(),
      systemMessageAudienceId: message.systemMessageAudienceId,
      systemMessageAudiencePushSign: '0',
    });
    expect(
      (await dean.get(messagesOfSession, {})).list.some(
        ({ systemMessageAudienceId }) => systemMessageAudienceId === message.systemMessageAudienceId,
      ),
    ).toBe(false);
    expect((await dean.get(staffMessages, { systemMessageAudienceReadSign: '0' })).rows[0]).toMatchObject({
      systemMessageEntityTitle: '不再提醒我',
      systemMessageAudiencePushSign: '0',
    });
    await dean.get(messagesAllRead, { commandId: id() });
    expect((await dean.get(staffMessages, {})).unreadNum).toBe(0);
  });

  it('nobody reads or marks those of others', async () => {
    await published(office, { audience: audienceOf({ users: ['dean2'] }) });
    const message = (await (await school.browser('dean2')).get(messagesOfSession, {})).list.at(-1)!;
    const { systemMessageAudienceId, systemMessageEntityId } = message;
    expect(await teacher.call(messageDetail, { systemMessageEntityId })).toMatchObject({
      status: 404,
      code: 'MESSAGE_NOT_FOUND',
    });
    expect(await teacher.call(messageReadSign, { commandId: id(), systemMessageAudienceId })).toMatchObject({
      status: 404,
    });
    expect(
      await teacher.call(messagePushSign, {
        commandId: id(),
        systemMessageAudienceId,
        systemMessageAudiencePushSign: '0',
      }),
    ).toMatchObject({ status: 404 });
    expect((await (await school.browser('dean2')).get(messagesOfSession, {})).list.at(-1)).toEqual(message);
  });

  // NOTICE-38
  it('staff list theirs under userMessage:query, students theirs under systemMessageStudent:query', async () => {
    expect(staffMessages.access).toEqual({ permission: 'userMessage:query' });
    expect(studentMessages.access).toEqual({ permission: 'systemMessageStudent:query' });
    expect(await teacher.call(staffMessages, {})).toMatchObject({ status: 200 });
    expect(await teacher.call(studentMessages, {})).toMatchObject({ status: 403 });
    await school.pool.query(
      `insert into base.user_account (user_name, name, kind, student_code, password_hash)
        values ('S2026001', '张三', 'student', 'S2026001', '')`,
    );
    await school.pool.query(`insert into base.user_role (user_name, jsbh) values ('S2026001', '08')`);
    await published(office, { noticeName: '致2026级同学', audience: audienceOf({ grades: ['2026'] }) });
    const { rows } = await school.pool.query<{ user_name: string }>(
      `select audience.user_name from base.system_message_audience audience join base.system_message_entity message
        using (system_message_entity_id) where message.title = '致2026级同学'`,
    );
    expect(rows).toEqual([{ user_name: 'S2026001' }]);
  });
});
