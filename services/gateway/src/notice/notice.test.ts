import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  domainList,
  guideDetail,
  guideQuery,
  noticeDetail,
  noticeList,
  noticeMarkAllRead,
  noticeMarkRead,
} from '@jwxt/contracts/notice/notice.operations.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
beforeAll(async () => {
  school = await startSchool({ services: true });
  const everybody = { roles: [], departments: [], grades: [], users: [] };
  await notice('N-all', '放假通知', everybody, { daysAgo: 1 });
  await notice('N-101', '计算机学院会议', { ...everybody, departments: ['101'] }, { daysAgo: 2, top: '1' });
  await notice('N-teachers', '任课教师须知', { ...everybody, roles: ['06'] }, { daysAgo: 100 });
  await notice('N-person', '给郑老师', { ...everybody, users: ['teacher2'] }, { daysAgo: 3 });
  await notice('N-later', '下周的通知', everybody, { daysAgo: -7 });
  await notice('N-over', '过期的通知', everybody, { daysAgo: 5, endsDaysAgo: 1 });
  await notice('N-draft', '草稿', everybody, { daysAgo: 1, status: '0' });
  await guide('G-score', '成绩录入操作指南', '09', 1);
  await guide('G-arrange', '排课操作指南', '06', 2);
  await guide('G-draft', '成绩未发布的指南', '09', 3, '0');
});
afterAll(() => school.stop());

async function notice(
  id: string,
  name: string,
  audience: object,
  {
    daysAgo,
    endsDaysAgo,
    status = '1',
    top = '0',
  }: { daysAgo: number; endsDaysAgo?: number; status?: string; top?: string },
): Promise<void> {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  await school.pool.query(
    `insert into base.notice (notice_id, notice_name, notice_type_id, content, audience, top_flag, end_time,
        publish_status, create_user, create_name, department_id, department_name, create_time, edit_time, show_time)
     values ($1, $2, 'tz', '<p>正文</p>', $3, $4, $5, $6, 'office1', '钱办公', '10', '教务处', $7, $7, $7)`,
    [id, name, audience, top, endsDaysAgo === undefined ? null : at(endsDaysAgo), status, at(daysAgo)],
  );
}
async function guide(id: string, name: string, domain: string, daysAgo: number, status = '1'): Promise<void> {
  await school.pool.query(
    `insert into base.operation_guide (operation_guide_id, notice_name, domain_id, content, publish_status, create_user,
        creator, department_id, department_name, create_time, edit_time)
     values ($1, $2, $3, '<p>正文</p>', $4, 'office1', '钱办公', '10', '教务处', $5, $5)`,
    [id, name, domain, status, new Date(Date.now() - daysAgo * 86_400_000)],
  );
}
const idsOf = async (userName: string, filter: object = {}): Promise<string[]> =>
  (await (await school.browser(userName)).get(noticeList, filter)).list.map(({ noticeId }) => noticeId);

describe('the notices of a person', () => {
  it('are the published that reach them: by unit, role or name, in their times; top first, then newest', async () => {
    expect(await idsOf('teacher1')).toEqual(['N-101', 'N-all']);
    expect(await idsOf('teacher1b')).toEqual(['N-101', 'N-all']);
    expect(await idsOf('teacher2')).toEqual(['N-all', 'N-person']);
    expect(await idsOf('admin')).toEqual(['N-all']);
  });

  // NOTICE-04 NOTICE-05 NOTICE-06
  it('are read by page and size (8 by default), time range and type, with the fields that the page shows', async () => {
    const teacher = await school.browser('teacher1');
    const { list, total, unreadNum } = await teacher.get(noticeList, {
      pageNo: 1,
      pageSize: 5,
      timeScopeValue: '0',
      type: '',
    });
    expect(total).toBe(3);
    expect(unreadNum).toBe(3);
    expect(list[0]).toEqual({
      noticeId: 'N-101',
      noticeName: '计算机学院会议',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      read: '0',
      noticeTypeName: '教务通知',
      createName: '钱办公',
      topFlag: '1',
    });
    expect(await idsOf('teacher1', { timeScopeValue: '0' })).toEqual(['N-101', 'N-all', 'N-teachers']);
    expect(await idsOf('teacher1', { timeScopeValue: '0', pageNo: 2, pageSize: 2 })).toEqual(['N-teachers']);
    await school.pool.query(`insert into base.notice
        select 'N-many' || i, notice_name, notice_type_id, content, audience, top_flag, need_push, begin_time, end_time,
          publish_status, create_user, create_name,
      department_id, department_name, create_time, edit_time, show_time
        from base.notice, generate_series(1, 9) as step (i)
      where notice_id = 'N-person'`);
    expect(await idsOf('teacher2')).toHaveLength(8);
    await school.pool.query(`delete from base.notice where notice_id like 'N-many%'`);
  });

  it('NOTICE-09 NOTICE-10: one batch is marked read, once; the list filters all, read and unread', async () => {
    const teacher = await school.browser('teacher1');
    const commandId = crypto.randomUUID();
    expect(await teacher.get(noticeMarkRead, { commandId, noticeIds: ['N-all', 'N-person'] })).toEqual({ marked: 1 });
    expect(await teacher.get(noticeMarkRead, { commandId, noticeIds: ['N-all'] })).toEqual({ marked: 0 });
    expect(await idsOf('teacher1', { type: '1' })).toEqual(['N-all']);
    expect(await idsOf('teacher1', { type: '0' })).toEqual(['N-101']);
    expect(await idsOf('teacher1', { type: '' })).toEqual(['N-101', 'N-all']);
    expect(await idsOf('teacher2', { type: '1' })).toEqual([]);
  });

  it('NOTICE-08: all read marks every unread one, older ones too', async () => {
    const teacher = await school.browser('teacher2');
    expect(await teacher.get(noticeMarkAllRead, { commandId: crypto.randomUUID() })).toEqual({ marked: 3 });
    expect((await teacher.get(noticeList, { timeScopeValue: '0' })).unreadNum).toBe(0);
  });

  it('one of another audience, a later, an ended or an unknown one is not found, whatever the id', async () => {
    const teacher = await school.browser('teacher1');
    for (const noticeId of ['N-person', 'N-later', 'N-over', 'N-draft', 'N-nothing', `' or '1'='1`]) {
      expect(await teacher.call(noticeDetail, { noticeId })).toMatchObject({ status: 404, code: 'NOTICE_NOT_FOUND' });
    }
    expect(await teacher.get(noticeDetail, { noticeId: 'N-101' })).toMatchObject({
      noticeName: '计算机学院会议',
      createName: '钱办公',
      content: '<p>正文</p>',
      departmentName: '教务处',
    });
    // Who edits notices sees drafts of the own scope.
    expect(await (await school.browser('office1')).get(noticeDetail, { noticeId: 'N-draft' })).toMatchObject({
      noticeName: '草稿',
    });
    expect(await (await school.browser('clerk1')).call(noticeDetail, { noticeId: 'N-draft' })).toMatchObject({
      code: 'NOTICE_NOT_FOUND',
    });
  });

  it('nobody without the permission reads any', async () => {
    expect(await (await school.browser('nobody')).call(noticeList, {})).toMatchObject({ status: 403 });
  });
});

describe('operation guides', () => {
  it('NOTICE-16 NOTICE-20 NOTICE-22: published ones by domain and keyword, latest edited first, 8 a page', async () => {
    const teacher = await school.browser('teacher1');
    const { list, total } = await teacher.get(guideQuery, { pageNum: 1, pageSize: 8 });
    expect(total).toBe(2);
    expect(list).toEqual([
      {
        operationGuideId: 'G-score',
        noticeName: '成绩录入操作指南',
        editTime: expect.any(String) as string,
        domainService: '成绩管理',
      },
      {
        operationGuideId: 'G-arrange',
        noticeName: '排课操作指南',
        editTime: expect.any(String) as string,
        domainService: '排课管理',
      },
    ]);
    expect((await teacher.get(guideQuery, { noticeName: '成绩' })).list).toHaveLength(1);
    expect((await teacher.get(guideQuery, { noticeName: '%' })).list).toHaveLength(0);
    expect(
      (await teacher.get(guideQuery, { domainService: '06' })).list.map(({ operationGuideId }) => operationGuideId),
    ).toEqual(['G-arrange']);
  });

  it('NOTICE-18 NOTICE-23: a guide by the id that is appended; a draft only for those who edit it', async () => {
    expect(guideDetail.path).toBe('/baseInfo/operationGuide/detail/{operationGuideId}');
    const teacher = await school.browser('teacher1');
    expect(await teacher.get(guideDetail, { operationGuideId: 'G-score' })).toEqual({
      operationGuideId: 'G-score',
      noticeName: '成绩录入操作指南',
      editTime: expect.any(String) as string,
      createTime: expect.any(String) as string,
      domainService: '成绩管理',
      creator: '钱办公',
      content: '<p>正文</p>',
    });
    expect(await teacher.call(guideDetail, { operationGuideId: 'G-draft' })).toMatchObject({
      status: 404,
      code: 'GUIDE_NOT_FOUND',
    });
    expect(await (await school.browser('office1')).get(guideDetail, { operationGuideId: 'G-draft' })).toMatchObject({
      operationGuideId: 'G-draft',
    });
  });

  // NOTICE-21 NOTICE-24
  it('service domains come ten a page, in their order; by default one for each module', async () => {
    const teacher = await school.browser('teacher1');
    const { list, total } = await teacher.get(domainList, { pageNum: 1, pageSize: 10 });
    expect(total).toBe(33);
    expect(list).toHaveLength(10);
    expect(list[8]).toEqual({ bh: '09', mc: '成绩管理', servingList: ['scoreManage'] });
  });
});
