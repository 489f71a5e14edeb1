import { allResources } from '@jwxt/contracts/all-areas.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { columnOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { baseDataSettings, newCourse } from './base-data-samples.ts';
import { load, newStudent, oneRow, type CommandSample, type CommandSamples, type Setting } from './command-sample.ts';
import { statusChangeSettings } from './status-change-samples.ts';
import type { TestApp } from './commands-app.ts';
import { planSettings } from './plan-samples.ts';
import { conductSettings } from './conduct-samples.ts';
import { gradeExamSettings } from './grade-exam-samples.ts';
import { statusCheckSettings } from './status-check-samples.ts';
import { statusTermSettings } from './status-term-samples.ts';
import { schemeSettings } from './scheme-samples.ts';
import { openCourseSettings } from './open-course-samples.ts';
import { stageImport } from './staged-imports.ts';
import { people } from './score-school.ts';
import { statusFileSettings } from './status-file-samples.ts';
import { statusDivertSettings } from './status-divert-samples.ts';
import { statusFreshmanSettings } from './status-freshman-samples.ts';
import { statusWarningSettings } from './status-warning-samples.ts';
import { systemSettings } from './system-setting-samples.ts';

const envelope = { actor: people.office };

const item = (scoreSubItemName: string, scoreSubItemProportion: number, isExamItem: '0' | '1' = '0') => ({
  scoreSubItemName,
  scoreSubItemProportion,
  scoreHierarchyCode: 'bfz',
  isExamItem,
  min: null,
  max: null,
  dataKey: null,
  enable: null,
});

/** A semester of its own for each window, so that none meets another. */
async function newSemester(t: TestApp, n: number): Promise<string> {
  const year = 2100 + n;
  await load(t, 'semester', [
    {
      xnxq: `${year}-${year + 1}-1`,
      xnzj: `${year}-${year + 1}`,
      xqm: '1',
      xnxqmc: `${year}-${year + 1}学年第一学期`,
      ksrq: `${year}-09-01`,
      jsrq: `${year + 1}-01-15`,
      zs: 19,
      sfdqxq: '0',
    },
  ]);
  return `${year}-${year + 1}-1`;
}

const settings: readonly Setting[] = [
  {
    name: 'scoreTermControl',
    values: async (t, n) => ({
      semesterId: await newSemester(t, n),
      scoreType: '1',
      scoreTermInputBeginTime: '2027-12-20 00:00:00',
      scoreTermInputEndTime: '2028-01-15 23:59:59',
      departmentId: null,
      courseNature: null,
      courseId: null,
      scoreTemplateId: null,
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, scoreTermInputEndTime: '2028-01-18 23:59:59' }),
  },
  {
    name: 'outsideScoreTime',
    values: async (t, n) => ({
      semesterId: await newSemester(t, n),
      cognizanceType: '2',
      beginTime: '2027-12-20 00:00:00',
      endTime: '2028-01-15 23:59:59',
      grades: [],
      departmentId: null,
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, endTime: '2028-01-18 23:59:59' }),
  },
  {
    name: 'projectCategory',
    values: (_t, n) => ({ projectLevelName: '校级', projectCategoryName: `体育竞赛${n}`, sortNum: n, sfqy: '1' }),
    changed: (values) => ({ ...values, sortNum: 999 }),
  },
  {
    name: 'expenseCategory',
    values: (_t, n) => ({
      expenseCategoryCode: `F${n}`,
      expenseCategoryName: `器材费${n}`,
      projectCategoryId: null,
      sortNum: n,
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, sortNum: 999 }),
  },
  {
    name: 'studentExtraScore',
    values: async (t, n) => ({
      studentCode: await newStudent(t, n),
      semesterId: await newSemester(t, n),
      extraName: `创新学分${n}`,
      courseId: null,
      credit: '2',
      scoreHierarchyCode: null,
      scoreValue: '85',
      scoreRemarkCode: '00',
      inTranscript: '1',
    }),
    changed: (values) => ({ ...values, credit: '1.5' }),
  },
  {
    name: 'scoreImport',
    values: async (t, n) => ({
      studentCode: await newStudent(t, n),
      courseId: await newCourse(t, n),
      semesterId: await newSemester(t, n),
      examNature: '01',
      scoreValue: '85',
      scoreRemarkCode: '00',
      credit: null,
      sourceNote: '旧教务系统导出',
    }),
    changed: (values) => ({ ...values, scoreValue: '86' }),
  },
  {
    name: 'outsideSchoolScore',
    values: async (t, n) => ({
      studentCode: await newStudent(t, n),
      outSchoolName: '南山大学',
      outSchoolScoreType: '1',
      outSemesterId: '2025-2026-1',
      outCourseCode: null,
      outCourseName: `课程${n}`,
      outCourseCredit: '3',
      outCoursePeriod: null,
      outCourseNatureName: null,
      outCourseAttributeName: null,
      outScoreCognizanceFinalValue: '85',
    }),
    changed: (values) => ({ ...values, outScoreCognizanceFinalValue: '86' }),
  },
  {
    name: 'exchangeStudent',
    values: async (t, n) => ({
      studentCode: await newStudent(t, n),
      direction: '1',
      partnerSchool: '南山大学',
      country: null,
      projectName: null,
      beginDate: '2027-02-22',
      endDate: '2027-07-04',
      exchangeStatus: '0',
    }),
    changed: (values) => ({ ...values, exchangeStatus: '1' }),
  },
  {
    name: 'repairApplicationTime',
    values: async (t, n) => ({
      semesterId: await newSemester(t, n),
      applyType: '4',
      beginTime: '2027-12-20 00:00:00',
      endTime: '2028-01-15 23:59:59',
      grades: [],
      departmentId: null,
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, endTime: '2028-01-18 23:59:59' }),
  },
  {
    name: 'rebuildExpenseSet',
    values: async (t, n) => ({
      semesterId: await newSemester(t, n),
      courseNature: null,
      rebuildMode: null,
      chargeMode: '1',
      price: '100',
      freeTimes: 0,
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, price: '120.5' }),
  },
  {
    name: 'deferredReason',
    values: (_t, n) => ({
      deferredReasonName: `缓考原因${n}`,
      needFile: '0',
      allowAfterExam: '0',
      sortNum: 9,
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, needFile: '1' }),
  },
  {
    name: 'scoreQueryControl',
    values: async (t, n) => ({
      semesterId: await newSemester(t, n),
      scoreType: '1',
      beginTime: '2027-12-20 00:00:00',
      endTime: null,
      grades: [],
      departmentId: null,
      needEvaluate: '1',
      showItems: '0',
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, showItems: '1' }),
  },
  {
    name: 'courseBinding',
    values: async (t, n) => ({
      bindType: '5',
      mainCourseId: await newCourse(t, n),
      boundCourseId: await newCourse(t, n + 500),
      grades: [],
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, grades: ['2026'] }),
  },
  {
    name: 'scoreCoefficient',
    values: async (t, n) => ({
      courseId: null,
      courseNature: null,
      courseAttribute: '1',
      examNature: null,
      coefficient: '1.2',
      beginSemesterId: await newSemester(t, n),
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, coefficient: '1.1' }),
  },
  {
    name: 'scoreRemark',
    // There is one row for each remark. An import that is still under way must not bring the one that comes next.
    values: async (t, n) => {
      const scoreRemarkCode = ['09', '10', '11', '12'][n % 4]!;
      await t.send('scoreRemark.delete', { key: scoreRemarkCode });
      return { scoreRemarkCode, teacherMaySet: '0', allowMakeup: '0', showName: '1', sfqy: '1' };
    },
    changed: (values) => ({ ...values, showName: '0' }),
  },
  {
    name: 'scorePrintTemplate',
    values: (_t, n) => ({
      printTemplateName: `成绩单模板${n}`,
      printType: '1',
      title: null,
      note: '本成绩单涂改无效',
      showFailed: '1',
      showAverage: '1',
      landscape: '0',
      isDefault: '0',
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, showFailed: '0' }),
  },
  {
    name: 'scoreTemplate',
    values: (_t, n) => ({
      scoreTemplateName: `模板${n}`,
      scoreHierarchyCode: 'bfz',
      digit: 1,
      teacherAdjust: '0',
      isDefault: '0',
      sfqy: '1',
      items: [item('平时', 50), item('期末', 50, '1')],
    }),
    changed: (values) => ({ ...values, digit: 0 }),
  },
  {
    name: 'scoreValue',
    values: (_t, n) => ({
      scoreHierarchyCode: `h${n}`,
      scoreHierarchyName: `等级${n}`,
      sfqy: '1',
      scoreValues: [
        {
          scoreValueCode: '1',
          scoreValueName: '通过',
          scorePercentileMinValue: '60',
          scorePercentileMaxValue: '100',
          scorePercentileValue: '80',
          passSign: '1',
        },
        {
          scoreValueCode: '0',
          scoreValueName: '不通过',
          scorePercentileMinValue: '0',
          scorePercentileMaxValue: '59.99',
          scorePercentileValue: '30',
          passSign: '0',
        },
      ],
    }),
    changed: (values) => ({
      ...values,
      scoreHierarchyName: `${(values as { scoreHierarchyName: string }).scoreHierarchyName}（改）`,
    }),
  },
  {
    name: 'scoreRules',
    values: (_t, n) => ({
      ruleVersion: `V${n}`,
      ruleName: '最近一次有效',
      grades: [],
      studentTypes: [],
      effectiveRule: 'ZHC',
      gpaRule: 'GPA40',
      passMark: '60',
      makeupPoint: null,
      countFailed: '1',
      judgeRounded: '0',
      gpaAttributes: ['1', '2'],
      gpaWithoutNatures: ['08'],
      gpaBands: [],
    }),
    changed: (values) => ({ ...values, ruleName: '另一个名称' }),
  },
];

async function stored(
  { name, values }: Setting,
  t: TestApp,
  n: number,
): Promise<{ key: string; version: string; values: object }> {
  const made = await values(t, n);
  const { table, key } = allResources.find((each) => each.name === name)!;
  const result = await t.accept<{ key: string }>(`${name}.create`, { values: made }, envelope);
  const { version } = await oneRow<{ version: string }>(
    t,
    `select xmin::text as version from base.${table} where ${columnOf(key)} = $1`,
    [result.key],
  );
  return { key: result.key, version, values: made };
}

function samplesOf(setting: Setting): [string, CommandSample][] {
  const { name } = setting;
  return [
    [`${name}.create`, { prepare: async (t, n) => ({ payload: { values: await setting.values(t, n) }, envelope }) }],
    [
      `${name}.update`,
      {
        async prepare(t, n) {
          const { key, version, values } = await stored(setting, t, n);
          return { payload: { key, version, values: setting.changed(values) }, envelope };
        },
      },
    ],
    [
      `${name}.delete`,
      { prepare: async (t, n) => ({ payload: { key: (await stored(setting, t, n)).key }, envelope }) },
    ],
    [
      `${name}.batchDelete`,
      { prepare: async (t, n) => ({ payload: { keys: [(await stored(setting, t, n)).key] }, envelope }) },
    ],
    ...(allResources.some((each) => each.name === name && each.imports !== null) ? importSamplesOf(setting) : []),
  ];
}

function importSamplesOf({ name, values }: Setting): [string, CommandSample][] {
  const { userName } = people.office;
  return [
    [
      `${name}.import`,
      {
        async prepare(t, n) {
          const runId = await stageImport(t, name, userName, [(await values(t, n)) as WireRow]);
          return { payload: { runId, whole: false }, envelope };
        },
      },
    ],
    [
      `${name}.importUndo`,
      {
        async prepare(t) {
          return { payload: { runId: await stageImport(t, name, userName, [{}], true) }, envelope };
        },
      },
    ],
  ];
}

/** Commands of the settings that are kept on pages. */
export const settingSamples: CommandSamples = {
  ...Object.fromEntries(
    [
      ...settings,
      ...baseDataSettings,
      ...systemSettings,
      ...gradeExamSettings,
      ...conductSettings,
      ...statusTermSettings,
      ...schemeSettings,
      ...planSettings,
      ...openCourseSettings,
      ...statusFileSettings,
      ...statusCheckSettings,
      ...statusChangeSettings,
      ...statusFreshmanSettings,
      ...statusWarningSettings,
      ...statusDivertSettings,
    ].flatMap(samplesOf),
  ),
  'scoreRules.publish': {
    async prepare(t, n) {
      const { key, version } = await stored(
        settings.find(({ name }) => name === 'scoreRules')!,
        t,
        n,
      );
      return { payload: { key, version }, envelope };
    },
  },
};
