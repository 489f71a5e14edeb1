import { processDefinitions } from '@jwxt/infra/base-data/process.data.ts';
import { scoreHierarchies, scoreTemplates, scoreValues } from '@jwxt/infra/base-data/score-rule.data.ts';
import type { TestApp } from './commands-app.ts';
import { person } from './person.ts';
import { loadSmallSchool } from './small-school.ts';

/** People of the school of {@link loadScoreSchool}. */
export const people = {
  teacher1: person('teacher1', { name: '张老师', gh: 'T1', departmentId: '101', departmentName: '计算机学院' }),
  teacher2: person('teacher2', { name: '李老师', gh: 'T2', departmentId: '101', departmentName: '计算机学院' }),
  /** Teaches nothing here. */
  stranger: person('teacher3', { name: '王老师', gh: 'T3', departmentId: '102', departmentName: '文学院' }),
  dean: person('dean1', { name: '院系审核', departmentId: '101', departmentName: '计算机学院' }),
  registrar: person('registrar1', { name: '教务处审核', departmentId: '100', departmentName: '学校' }),
  office: person('office1', { name: '教务处终审', departmentId: '100', departmentName: '学校' }),
  clerk: person('clerk1', { name: '教务员', departmentId: '101', departmentName: '计算机学院' }),
} as const;

/** A semester that is open for entry whatever the day of the test. */
export const openWindow = { begin: '2020-01-01T00:00:00.000Z', end: '2099-12-31T00:00:00.000Z' } as const;
/** Students of class TC1, by code. */
export const students = ['S1', 'S2', 'S3'] as const;

/**
 * The small school with what scores need: templates and the default processes, the courses K1 (高等数学, 4 credits), K2
 * (程序设计, 3) and K3 (大学英语, 2) in the plan of grade and major 2026SE, K9 outside it, and class TC1 of K1 with
 * {@link students} under T1 and T2.
 */
export async function loadScoreSchool(t: Pick<TestApp, 'accept'>): Promise<void> {
  const load = (resource: string, rows: object[]): Promise<unknown> => t.accept('reference.load', { resource, rows });
  await loadSmallSchool(t);
  await load('userAccount', [
    { userName: 'office1', name: '教务处终审', kind: 'casual', password: 'Jwxt@2026', departmentId: '100' },
    { userName: 'clerk1', name: '教务员', kind: 'casual', password: 'Jwxt@2026', departmentId: '101' },
  ]);
  await load('userRole', [{ userName: 'office1', jsbh: '02' }]);
  await load('role', [
    { jsbh: '03', jsmc: '院系教务员', jslx: 'teacher' },
    { jsbh: '09', jsmc: '辅导员', jslx: 'teacher' },
  ]);
  for (const definition of processDefinitions) await t.accept('process.publish', definition);
  await load('parameter', [
    { paramCode: 'CJ_JGX', paraName: '及格线', paraValue: '60' },
    { paramCode: 'CJ_YXGZ', paraName: '有效成绩规则', paraValue: 'ZGF' },
    { paramCode: 'RDSXXF', paraName: '认定学分上限百分比', paraValue: '100' },
  ]);
  await load('scoreHierarchy', scoreHierarchies);
  await load('scoreValue', scoreValues);
  await load('scoreTemplate', scoreTemplates);
  await load('campus', [{ xqdm: '1', xqmc: '本部' }]);
  await load('grade', [{ njdm: '2026', njmc: '2026级', sfzx: '1' }]);
  await load('semester', [
    {
      xnxq: '2026-2027-1',
      xnzj: '2026-2027',
      xqm: '1',
      xnxqmc: '2026-2027学年第一学期',
      ksrq: '2026-09-01',
      jsrq: '2027-01-15',
      zs: 19,
      sfdqxq: '1',
    },
  ]);
  await load('major', [
    { zydm: 'SE', ywbm: 'SE', zymc: '软件工程', gjzydm: '080902', xkmlm: '08', dwh: '101', pyccm: '1', xz: 40 },
  ]);
  await load(
    'teacher',
    ['T1', 'T2', 'T3'].map((gh) => ({
      gh,
      ywbm: gh,
      xm: { T1: '张老师', T2: '李老师', T3: '王老师' }[gh],
      xbm: '1',
      dwh: gh === 'T3' ? '102' : '101',
      dqztm: '11',
      sfrk: '1',
    })),
  );
  await load('gradeMajor', [
    {
      njzydm: '2026SE',
      njzymc: '2026级软件工程',
      njdm: '2026',
      zydm: 'SE',
      dwh: '101',
      xqdm: '1',
      xslbdm: '1',
      pyccm: '1',
      xz: 40,
    },
  ]);
  await load('classInfo', [
    { bjdm: 'B1', ywbm: 'B1', bjmc: '软工2601', njzydm: '2026SE', dwh: '101', zydm: 'SE', njdm: '2026', xqdm: '1' },
  ]);
  await load(
    'student',
    [...students, 'S4', 'S5', 'S6', 'S7', 'S8', 'S9'].map((studentCode) => ({
      studentCode,
      studentNumber: `2026${studentCode}`,
      studentName: `学生${studentCode}`,
      xbm: '1',
      bjdm: 'B1',
      njzydm: '2026SE',
      dwh: '101',
      njdm: '2026',
      zydm: 'SE',
      xqdm: '1',
      xslbdm: '1',
      dqztm: '01',
    })),
  );
  await load(
    'course',
    [
      ['K1', '高等数学', 40],
      ['K2', '程序设计', 30],
      ['K3', '大学英语', 20],
      ['K9', '西方音乐史', 20],
    ].map(([kch, kcmc, xf]) => ({
      kch,
      ywbm: `N${kch}`,
      kcmc,
      kkxy: '101',
      kcsx: '1',
      kcxz: '1',
      xf,
      zxs: 640,
      khfs: '1',
      scoreHierarchyCode: 'bfz',
    })),
  );
  await load(
    'executionPlan',
    ['K1', 'K2', 'K3'].map((kch) => ({ njzydm: '2026SE', kch, xnxq: '2026-2027-1' })),
  );
  await load('scoreTermControl', [
    {
      scoreTermControlId: 'W1',
      semesterId: '2026-2027-1',
      scoreType: '1',
      scoreTermInputBeginTime: openWindow.begin,
      scoreTermInputEndTime: openWindow.end,
    },
  ]);
  await loadClass(t, 'TC1', students);
}

/** One more class of K1 with these students, under T1 and T2. */
export async function loadClass(
  t: Pick<TestApp, 'accept'>,
  teachingClassId: string,
  codes: readonly string[],
): Promise<void> {
  const load = (resource: string, rows: object[]): Promise<unknown> => t.accept('reference.load', { resource, rows });
  await load('teachingClass', [
    {
      teachingClassId,
      teachingClassCode: teachingClassId,
      teachingClassName: `高等数学-${teachingClassId}`,
      semesterId: '2026-2027-1',
      courseId: 'K1',
      openDepartmentId: '101',
      xqdm: '1',
      scoreTemplateId: 'T4060',
      scoreHierarchyCode: 'bfz',
    },
  ]);
  await load(
    'teachingClassTeacher',
    ['T1', 'T2'].map((gh, index) => ({ teachingClassId, gh, sortNum: index + 1 })),
  );
  await load(
    'teachingClassStudent',
    codes.map((studentCode) => ({ teachingClassId, studentCode, listSource: '' })),
  );
}
