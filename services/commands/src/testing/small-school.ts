import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import type { DraftRequest } from '../approval/shared/application-draft.ts';
import type { TestApp } from './commands-app.ts';

/** A process of two nodes: the opening unit, then, for conspicuous content only, the office. */
export const twoNodes: ProcessDefinition = {
  processNo: 'ZKCJSP',
  processName: '正考成绩审批',
  approvalType: '1',
  recallAllowed: true,
  nodes: [
    { processNodeId: 'ZKCJSP-1', processNodeName: '院系审核', roleCode: '04', scopeRule: 'KKDW', conditions: [] },
    {
      processNodeId: 'ZKCJSP-2',
      processNodeName: '教务处审核',
      roleCode: '05',
      scopeRule: 'XX',
      conditions: [
        { field: 'failRate', operator: '>', value: 300, text: '不及格率超过30%' },
        { field: 'hasRemark', operator: 'includes', value: '04', text: '有作弊备注' },
      ],
    },
  ],
};

/**
 * Loads a school of three units (100 over 101 and 102) with approvers: dean1 and dean3 for 101 and below it, dean2 for
 * 102, registrar1 for the whole school; teacher1 is also an approver (role 04) of 101. And publishes {@link twoNodes}.
 */
export async function loadSmallSchool(t: Pick<TestApp, 'accept'>): Promise<void> {
  const load = (resource: string, rows: object[]): Promise<unknown> => t.accept('reference.load', { resource, rows });
  const unit = (dwh: string, dwmc: string, lsdwh?: string) => ({
    dwh,
    ywbm: `B${dwh}`,
    dwmc,
    dwlbm: '1',
    sfjxdw: '1',
    sfkkdw: '1',
    pxh: 1,
    lsdwh,
  });
  await load('department', [unit('100', '学校')]);
  await load('department', [unit('101', '计算机学院', '100'), unit('102', '文学院', '100')]);
  await load('department', [unit('1011', '软件系', '101')]);
  await load(
    'role',
    [
      ['02', '教务处管理员'],
      ['04', '院系审核人'],
      ['05', '教务处审核人'],
      ['06', '任课教师'],
    ].map(([jsbh, jsmc]) => ({ jsbh, jsmc, jslx: 'teacher' })),
  );
  await load('roleScope', [
    { jsbh: '04', sjqxbh: 'DW', fwz: '$DW' },
    { jsbh: '06', sjqxbh: 'DW', fwz: '$SELF' },
  ]);
  const account = (userName: string, departmentId: string) => ({
    userName,
    name: `姓名${userName}`,
    kind: 'casual',
    password: 'Jwxt@2026',
    departmentId,
  });
  await load('userAccount', [
    account('dean1', '101'),
    account('dean2', '102'),
    account('dean3', '101'),
    account('registrar1', '100'),
    account('teacher1', '101'),
    account('teacher2', '1011'),
  ]);
  await load(
    'userRole',
    [
      ['dean1', '04'],
      ['dean2', '04'],
      ['dean3', '04'],
      ['teacher1', '04'],
      ['teacher1', '06'],
      ['teacher2', '06'],
      ['registrar1', '05'],
    ].map(([userName, jsbh]) => ({ userName, jsbh })),
  );
  await t.accept('process.publish', twoNodes);
}

/** What teacher1 asks to have approved, in unit 101. */
export function request(applyId: string, more: Partial<DraftRequest> = {}): DraftRequest {
  return {
    applyId,
    round: 1,
    processNo: 'ZKCJSP',
    applicant: { userName: 'teacher1', name: '张老师', departmentId: '101', departmentName: '计算机学院' },
    applyTime: '2026-11-20T01:00:00.000Z',
    businessId: 'TC1.1',
    businessTable: 'T_CJGL_ZKCJ',
    scoreType: '1',
    teachingClassId: 'TC1',
    enteredBy: ['teacher1'],
    units: { KKDW: '101' },
    figures: { failRate: 400, hasRemark: [] },
    content: { title: '标题', pieces: [{ label: '课程', value: '高等数学' }], differences: [] },
    business: { rows: [applyId] },
    ...more,
  };
}
