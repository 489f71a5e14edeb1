import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { dictionaryRows } from '@jwxt/infra/base-data/dictionary.data.ts';
import { parameterRows } from '@jwxt/contracts/system-setting/parameter.vocabulary.ts';
import { approvalCategoryDetailRows, approvalCategoryRows } from '@jwxt/infra/base-data/approval-category.data.ts';
import { codeRuleRows } from '@jwxt/infra/base-data/code-rule.data.ts';
import { domainRows, noticeTypes } from '@jwxt/infra/base-data/notice.data.ts';
import { menuCategories, menus } from '@jwxt/infra/base-data/menu.data.ts';
import { rolePermissions, roles, roleScopes } from '@jwxt/infra/base-data/role.data.ts';
import {
  deferredReasons,
  scoreHierarchies,
  scoreRules,
  scoreTemplates,
  scoreValues,
} from '@jwxt/infra/base-data/score-rule.data.ts';

const day = 86_400_000;
const date = (offset: number): string => toDateTimeText(Date.now() + offset * day).slice(0, 10);

export const SEMESTER = '2026-2027-1';
export const PASSWORD = 'Jwxt@2026';

const department = (dwh: string, dwmc: string, dwlbm: string, lsdwh: string | null = null) => ({
  dwh,
  ywbm: dwh,
  dwmc,
  dwlbm,
  lsdwh,
  sfjxdw: dwlbm === '1' ? '1' : '0',
  sfkkdw: dwlbm === '1' ? '1' : '0',
  pxh: Number(dwh),
});
const teacher = (gh: string, xm: string, dwh: string) => ({ gh, ywbm: gh, xm, xbm: '1', dwh, dqztm: '11', sfrk: '1' });
const student = (studentCode: string, studentName: string, xmpy: string, unit: '101' | '102') => ({
  studentCode,
  studentNumber: studentCode.slice(1),
  studentName,
  xmpy,
  xbm: '1',
  bjdm: `B${unit}`,
  njzydm: `M${unit}`,
  dwh: unit,
  njdm: '2026',
  zydm: `Z${unit}`,
  xqdm: '1',
  xslbdm: '4201',
  dqztm: '01',
});
const course = (kch: string, ywbm: string, kcmc: string, kkxy: string) => ({
  kch,
  ywbm,
  kcmc,
  kkxy,
  kcsx: '1',
  kcxz: '04',
  xf: 40,
  zxs: 640,
  khfs: '1',
  scoreHierarchyCode: 'bfz',
});
const teachingClass = (id: string, name: string, courseId: string, unit: string) => ({
  teachingClassId: id,
  teachingClassCode: `(${SEMESTER})-${courseId}-01`,
  teachingClassName: name,
  semesterId: SEMESTER,
  courseId,
  openDepartmentId: unit,
  xqdm: '1',
  scoreTemplateId: 'T4060',
  scoreHierarchyCode: 'bfz',
});
const account = (userName: string, name: string, gh: string | null, jsbh: string) => ({
  userName,
  name,
  gh,
  kind: gh === null ? 'casual' : 'teacher',
  password: PASSWORD,
  jsbh,
});

/**
 * Accounts: two units with a dean each, teachers, the office, an auditor, an administrator, and somebody without any
 * role.
 */
const accounts = [
  account('admin', '管理员', null, '01'),
  account('office1', '钱办公', 'T05', '02'),
  account('clerk1', '孙教务', 'T04', '03'),
  account('clerk2', '何教务', null, '03'),
  account('dean1', '李院长', 'T02', '04'),
  account('dean1b', '吴副院长', 'T09', '04'),
  account('dean2', '周院长', 'T07', '04'),
  account('registrar1', '赵审核', 'T06', '05'),
  account('teacher1', '王老师', 'T01', '06'),
  account('teacher1b', '陈老师', 'T03', '06'),
  account('teacher2', '郑老师', 'T08', '06'),
  account('auditor1', '冯审计', null, '07'),
  account('nobody', '无角色', null, ''),
];

/**
 * A small school, in load order: unit 101 (with 1011 below it) and unit 102, each with a class, a course and a teaching
 * class; TC1 has two teachers.
 */
export const schoolRows: readonly (readonly [resource: string, rows: readonly Record<string, unknown>[]])[] = [
  ['dataDict', dictionaryRows],
  ['parameter', parameterRows.map((row) => (row.paramCode === 'LOGIN_VRIFY' ? { ...row, paraValue: '0' } : row))],
  ['scoreHierarchy', scoreHierarchies],
  ['scoreValue', scoreValues],
  ['scoreTemplate', scoreTemplates],
  ['scoreRules', scoreRules],
  ['deferredReason', deferredReasons],
  ['codeRule', codeRuleRows],
  ['noticeType', noticeTypes],
  ['domain', domainRows],
  ['approvalCategory', approvalCategoryRows],
  ['approvalCategoryDetail', approvalCategoryDetailRows],
  ['role', roles],
  ['rolePermission', rolePermissions],
  ['roleScope', roleScopes],
  ['menuCategory', menuCategories],
  ['menu', menus],
  ['campus', [{ xqdm: '1', xqmc: '主校区' }]],
  [
    'department',
    [
      department('10', '教务处', '5'),
      department('101', '计算机学院', '1'),
      department('102', '数学学院', '1'),
      department('1011', '软件系', '1', '101'),
    ],
  ],
  ['grade', [{ njdm: '2026', njmc: '2026级', sfzx: '1' }]],
  [
    'semester',
    [
      {
        xnxq: SEMESTER,
        xnzj: '2026-2027',
        xqm: '1',
        xnxqmc: '2026-2027学年第一学期',
        ksrq: date(-60),
        jsrq: date(60),
        zs: 18,
        sfdqxq: '1',
      },
    ],
  ],
  [
    'major',
    ['101', '102'].map((unit) => ({
      zydm: `Z${unit}`,
      ywbm: `Z${unit}`,
      zymc: `专业${unit}`,
      gjzydm: '080901',
      xkmlm: '08',
      dwh: unit,
      pyccm: '3',
      xz: 40,
    })),
  ],
  [
    'teacher',
    [
      teacher('T01', '王老师', '101'),
      teacher('T02', '李院长', '101'),
      teacher('T03', '陈老师', '1011'),
      teacher('T04', '孙教务', '101'),
      teacher('T05', '钱办公', '10'),
      teacher('T06', '赵审核', '10'),
      teacher('T07', '周院长', '102'),
      teacher('T08', '郑老师', '102'),
      teacher('T09', '吴副院长', '101'),
    ],
  ],
  [
    'gradeMajor',
    ['101', '102'].map((unit) => ({
      njzydm: `M${unit}`,
      njzymc: `2026级专业${unit}`,
      njdm: '2026',
      zydm: `Z${unit}`,
      dwh: unit,
      xqdm: '1',
      xslbdm: '4201',
      pyccm: '3',
      xz: 40,
    })),
  ],
  [
    'classInfo',
    ['101', '102'].map((unit) => ({
      bjdm: `B${unit}`,
      ywbm: `B${unit}`,
      bjmc: `${unit}班`,
      njzydm: `M${unit}`,
      dwh: unit,
      zydm: `Z${unit}`,
      njdm: '2026',
      xqdm: '1',
    })),
  ],
  [
    'student',
    [
      student('S2026001', '张三', 'zhangsan', '101'),
      student('S2026002', '李四', 'lisi', '101'),
      student('S2026003', '王五', 'wangwu', '102'),
    ],
  ],
  [
    'course',
    [
      course('K1', 'COMP1001', '程序设计基础', '101'),
      course('K2', 'MATH1001', '高等数学', '102'),
      course('K3', 'COMP2001', '数据结构', '101'),
    ],
  ],
  ['executionPlan', ['K1', 'K2', 'K3'].map((kch) => ({ njzydm: 'M101', kch, xnxq: SEMESTER }))],
  [
    'scoreTermControl',
    [
      {
        scoreTermControlId: 'W1',
        semesterId: SEMESTER,
        scoreType: '1',
        scoreTermInputBeginTime: new Date(Date.now() - 10 * day).toISOString(),
        scoreTermInputEndTime: new Date(Date.now() + 20 * day).toISOString(),
      },
    ],
  ],
  // What is published is open to students.
  [
    'scoreQueryControl',
    ['1', '2', '4'].map((scoreType) => ({
      queryControlId: `open.${scoreType}`,
      semesterId: SEMESTER,
      scoreType,
      beginTime: new Date(Date.now() - 10 * day).toISOString(),
    })),
  ],
  [
    'teachingClass',
    [
      teachingClass('TC1', '计算机1班', 'K1', '101'),
      teachingClass('TC2', '数学1班', 'K2', '102'),
      teachingClass('TC3', '计算机2班', 'K3', '101'),
    ],
  ],
  [
    'teachingClassTeacher',
    [
      { teachingClassId: 'TC1', gh: 'T01', sortNum: 1 },
      { teachingClassId: 'TC1', gh: 'T03', sortNum: 2 },
      { teachingClassId: 'TC2', gh: 'T08', sortNum: 1 },
      { teachingClassId: 'TC3', gh: 'T01', sortNum: 1 },
    ],
  ],
  [
    'classSchedule',
    [
      ['SC1', 'TC1', 'T01', 1, '1-2', 'A101'],
      ['SC2', 'TC3', 'T01', 2, '3-4', 'A102'],
      ['SC3', 'TC2', 'T08', 3, '1-2', 'B201'],
    ].map(([scheduleId, teachingClassId, gh, weekday, period, room]) => ({
      scheduleId,
      teachingClassId,
      semesterId: SEMESTER,
      weeks: '1-16',
      weekday,
      period,
      room,
      gh,
    })),
  ],
  [
    'teachingClassStudent',
    [
      { teachingClassId: 'TC1', studentCode: 'S2026001', listSource: '' },
      { teachingClassId: 'TC1', studentCode: 'S2026002', listSource: '重修' },
      { teachingClassId: 'TC2', studentCode: 'S2026003', listSource: '' },
      { teachingClassId: 'TC3', studentCode: 'S2026001', listSource: '' },
    ],
  ],
  ['userAccount', accounts.map(({ jsbh: _role, ...row }) => row)],
  ['userRole', accounts.filter(({ jsbh }) => jsbh !== '').map(({ userName, jsbh }) => ({ userName, jsbh }))],
];
