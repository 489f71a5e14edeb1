import { approvalCategory, approvalCategoryDetail } from '@jwxt/contracts/approval/approval-category.resource.ts';
import { splitContent } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { approvalCategories, approvalDetail, queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { queryProcesses } from '@jwxt/contracts/approval/process-setting.operations.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let office: Browser;
let teacher: Browser;
let applyId: string;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [office, teacher] = (await Promise.all(['office1', 'teacher1'].map((name) => school.browser(name)))) as [
    Browser,
    Browser,
  ];
  applyId = await submitSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '82.5' }, S2026002: { ps: '70', qm: '75' } });
  await school.settled();
});
afterAll(() => school.stop());

const commandId = (): string => crypto.randomUUID();
/** Changes some values of a row, as its page does. */
async function change({ operations, fields }: Resource, key: string, values: WireRow) {
  const row = await office.get(operations.detail, { key });
  const known = Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
  return await office.call(operations.update, {
    commandId: commandId(),
    key,
    version: String(row['version']),
    values: { ...known, ...values },
  });
}
const offered = async (): Promise<[string, string[]][]> =>
  (await teacher.get(approvalCategories, {})).list.map(({ categoryName, processes }) => [
    categoryName,
    processes.map(({ processNo }) => processNo),
  ]);
const found = async (categoryId: string, processNo?: string): Promise<number> => {
  const { list, total } = await teacher.get(queryApprovals, {
    type: '0',
    categoryId,
    ...(processNo ? { processNo } : {}),
  });
  expect(list).toHaveLength(total);
  return total;
};

describe('categories of processes', () => {
  it('SYSADMIN-08: group the processes of the approval centre, and find the applications of one', async () => {
    expect(await offered()).toEqual([
      [
        '成绩',
        ['BHKCJSP', 'BXSQ', 'CJJFSQ', 'CJXGSP', 'CJZX', 'CXBM', 'CXCJSP', 'HKSQ', 'JHSSQ', 'KCSBSQ', 'ZKCJSP', 'ZXSQ'],
      ],
      ['方案', ['GRKCJH', 'GRPYFA', 'KCTDSQ', 'NJZYSP', 'ZXBGSQ', 'ZXJHTZ', 'ZYPYFA']],
      ['学籍', ['CFSP', 'JCSP', 'QJXJ', 'XJYDSQ', 'XSXXHD', 'ZYFLSP', 'ZZYSQ']],
      ['开课', ['GXKSQ', 'TTKSQ']],
      ['认定', ['XTNCJRDSH', 'XTWCJRDSH', 'XWCJRDSH']],
    ]);
    expect([await found('cj'), await found('rd'), await found('cj', 'ZKCJSP'), await found('cj', 'CJXGSP')]).toEqual([
      1, 0, 1, 0,
    ]);
    const { list } = await office.get(queryProcesses, { categoryId: 'xj' });
    expect(list.find(({ processNo }) => processNo === 'XSXXHD')).toMatchObject({ categoryName: '学籍' });
  });

  it('SYSADMIN-08: are kept by two roles; a used one stays, one switched off is not offered', async () => {
    const values = { categoryName: '毕业', moduleId: null, sortNum: 9, sfqy: '1' };
    const { key } = await office.get(approvalCategory.operations.create, { commandId: commandId(), values } as never);
    expect(
      await office.call(approvalCategory.operations.create, {
        commandId: commandId(),
        values: { ...values, categoryName: '成绩' },
      } as never),
    ).toMatchObject({ fieldErrors: [{ field: 'values.categoryName', message: '审批类别已存在' }] });
    const admin = await school.browser('admin');
    expect((await admin.get(approvalCategory.operations.query, { categoryName: '毕' })).rows).toMatchObject([
      { categoryName: '毕业' },
    ]);
    expect(await teacher.call(approvalCategory.operations.query, {})).toMatchObject({ code: 'FORBIDDEN' });
    expect((await admin.call(approvalCategory.operations.exportExcel, {})).status).toBe(200);
    expect(await office.call(approvalCategory.operations.delete, { commandId: commandId(), key: 'cj' })).toMatchObject({
      message: expect.stringContaining('审批类别明细') as string,
    });
    await office.get(approvalCategory.operations.delete, { commandId: commandId(), key });
    expect(await change(approvalCategory, 'fa', { sfqy: '0' })).toMatchObject({ code: '200' });
    expect((await offered()).map(([name]) => name)).toEqual(['成绩', '学籍', '开课', '认定']);
    expect(await found('fa')).toBe(0);
  });

  it('SYSADMIN-09: a process has one category; without any it stands apart, stopped it is not offered', async () => {
    const values = {
      approvalProcessId: 'XSXXHD',
      categoryId: 'kk',
      businessTable: null,
      businessFileTable: null,
      detailUrl: null,
      contentTemplate: [],
      sfqy: '1',
    };
    const create = (more: object) =>
      office.call(approvalCategoryDetail.operations.create, {
        commandId: commandId(),
        values: { ...values, ...more },
      } as never);
    expect(await create({})).toMatchObject({
      fieldErrors: [{ field: 'values.approvalProcessId', message: '该流程已有启用的类别，一个流程只属于一个类别' }],
    });
    await change(approvalCategoryDetail, 'XSXXHD', { sfqy: '0' });
    expect((await offered()).map(([name]) => name)).toEqual(['成绩', '学籍', '开课', '认定']);
    await office.get(approvalCategoryDetail.operations.batchDelete, { commandId: commandId(), keys: ['XSXXHD'] });
    expect((await offered()).at(-1)).toEqual(['未分类', ['XSXXHD']]);
    expect(await create({})).toMatchObject({ code: '200' });
    expect((await offered()).at(2)).toEqual(['开课', ['GXKSQ', 'TTKSQ', 'XSXXHD']]);
    const { rows } = await office.get(approvalCategoryDetail.operations.query, { categoryId: 'kk' });
    expect(rows.map((row: WireRow) => row['approvalProcessName'])).toContain('学生信息核对审批');
  });

  it('SYSADMIN-09: feeds an application: order of its content, page of its details, table of its files', async () => {
    const shown = async () => (await teacher.get(queryApprovals, { type: '0' })).list[0]!;
    expect(await shown()).toMatchObject({ businessFileTable: null, detailUrl: null });
    expect((await shown()).applyContent).toMatch(/^学期:/);
    expect(await change(approvalCategoryDetail, 'ZKCJSP', { detailUrl: 'javascript:alert(1)' })).toMatchObject({
      fieldErrors: [{ field: 'values.detailUrl', message: '应为本系统的页面地址，以 / 开头' }],
    });
    expect(await change(approvalCategoryDetail, 'ZKCJSP', { detailUrl: '//evil.example' })).toMatchObject({
      fieldErrors: [{ field: 'values.detailUrl' }],
    });
    const template = [{ label: '及格率' }, { label: '没有的' }, { label: '课程' }];
    expect(
      await change(approvalCategoryDetail, 'ZKCJSP', { contentTemplate: [...template, { label: '课程' }] }),
    ).toMatchObject({ fieldErrors: [{ field: 'values.contentTemplate.3.label', message: '内容项重复' }] });
    await change(approvalCategoryDetail, 'ZKCJSP', {
      businessFileTable: 'T_CJGL_CJFJ',
      detailUrl: '/jwxt/gly/scoreManage/sheets?of={businessId}',
      contentTemplate: template,
    });
    expect(await shown()).toMatchObject({
      businessFileTable: 'T_CJGL_CJFJ',
      detailUrl: '/jwxt/gly/scoreManage/sheets?of=TC1.1',
      applyContent: expect.stringMatching(/^及格率:.*_SP_课程:.*_SP_学期:/) as string,
    });
    const { applyContent } = await teacher.get(approvalDetail, { applyId });
    expect(
      splitContent(applyContent)
        .slice(0, 3)
        .map(({ label }) => label),
    ).toEqual(['及格率', '课程', '学期']);
  });
});
