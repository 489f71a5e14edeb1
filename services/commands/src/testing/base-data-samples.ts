import { createSheetTable } from '@jwxt/infra/testing/sheet-table.ts';
import { load, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { people } from './score-school.ts';

/** Nothing in every field of these names. */
const none = (...names: string[]): object => Object.fromEntries(names.map((name) => [name, null]));
const renamed =
  (field: string) =>
  (values: object): object => ({ ...values, [field]: `${String((values as Record<string, unknown>)[field])}改` });

/** A year that no other row has: those of the samples come again only after some 900 commands. */
const farYear = (n: number): number => 2100 + (n % 890);

/** The first Monday of a March. */
function mondayOfMarch(year: number): string {
  const day = new Date(Date.UTC(year, 2, 1));
  day.setUTCDate(1 + ((8 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}

async function newBuilding(t: TestApp, n: number): Promise<string> {
  await load(t, 'building', [{ jxlh: `JXL${n}`, ywbm: `JXL${n}`, jxlmc: `样楼${n}`, xqdm: '1' }]);
  return `JXL${n}`;
}

/** A number in capital letters. */
const letters = (n: number): string =>
  String(n).replace(/\d/g, (digit) => String.fromCharCode('A'.charCodeAt(0) + Number(digit)));

/** A course of unit 101, of 2 credits. */
export async function newCourse(t: TestApp, n: number): Promise<string> {
  const kch = `BK${n}`;
  const kinds = { kcsx: '1', kcxz: '01', khfs: '1', scoreHierarchyCode: 'bfz' };
  await load(t, 'course', [{ kch, ywbm: kch, kcmc: `样课${n}`, kkxy: '101', ...kinds, xf: 20, zxs: 320 }]);
  return kch;
}

/** A class of a course of its own in the current semester. */
export async function newClass(t: TestApp, n: number): Promise<string> {
  const teachingClassId = `BT${n}`;
  await load(t, 'teachingClass', [
    {
      teachingClassId,
      teachingClassCode: teachingClassId,
      teachingClassName: `样班${n}`,
      semesterId: '2026-2027-1',
      courseId: await newCourse(t, n),
      openDepartmentId: '101',
      xqdm: '1',
      scoreHierarchyCode: 'bfz',
    },
  ]);
  return teachingClassId;
}

/** Base data that people keep, each row unlike any other. */
export const baseDataSettings: readonly Setting[] = [
  {
    name: 'campus',
    values: (_t, n) => ({
      xqdm: `C${n}`,
      xqmc: `校区${n}`,
      ...none('xqjc', 'xqdz', 'yzbm', 'lxdh'),
      pxh: 1,
      sfqy: '1',
    }),
    changed: renamed('xqmc'),
  },
  {
    name: 'building',
    values: (_t, n) => ({ ywbm: `L${n}`, jxlmc: `教学楼${n}`, xqdm: '1', lcs: 5, gldwh: null, sfqy: '1' }),
    changed: renamed('jxlmc'),
  },
  {
    name: 'classroom',
    values: async (t, n) => ({
      ywbm: `R${n}`,
      jsmc: `教室${n}`,
      xqdm: '1',
      jxlh: await newBuilding(t, n),
      szlc: 1,
      jslxm: '1',
      zws: 100,
      yxzws: 90,
      kszws: 45,
      gldwh: null,
      sfpk: '1',
      sfks: '1',
      sfjy: '0',
      sfqy: '1',
    }),
    changed: renamed('jsmc'),
  },
  {
    name: 'department',
    values: (_t, n) => ({
      dwh: `D${n}`,
      ywbm: `D${n}`,
      dwmc: `单位${n}`,
      ...none('dwjc', 'dwywmc', 'dwfzrh', 'jlrq', 'sxrq'),
      lsdwh: '101',
      dwlbm: '1',
      sfjxdw: '1',
      sfkkdw: '1',
      pxh: 1,
      sfqy: '1',
    }),
    changed: renamed('dwmc'),
  },
  {
    name: 'nj',
    values: (_t, n) => ({ njdm: String(farYear(n)), njmc: `${farYear(n)}级`, rxrq: null, sfzx: '1', sfqy: '1' }),
    changed: renamed('njmc'),
  },
  {
    name: 'semester',
    values: (_t, n) => ({
      xnxq: `${farYear(n)}-${farYear(n) + 1}-2`,
      ksrq: mondayOfMarch(farYear(n) + 1),
      jsrq: `${farYear(n) + 1}-07-15`,
      zs: 18,
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, zs: 17 }),
  },
  {
    name: 'major',
    values: (_t, n) => ({
      zydm: `Z${n}`,
      ywbm: `Z${n}`,
      zymc: `专业${n}`,
      ...none('zyywmc', 'zyjc', 'zdxxnx', 'xwm', 'zyfzrh', 'jlny', 'tzny'),
      gjzydm: '080902',
      xkmlm: '08',
      dwh: '101',
      pyccm: '3',
      xz: '4',
      sfdl: '0',
      sfqy: '1',
      zyfx: [{ ywbm: '01', zyfxmc: '方向', sfqy: '1' }],
    }),
    changed: renamed('zymc'),
  },
  {
    name: 'gradeProInfo',
    values: async (t, n) => {
      const zydm = `GZ${n}`;
      await load(t, 'major', [
        { zydm, ywbm: zydm, zymc: `样专业${n}`, gjzydm: '080902', xkmlm: '08', dwh: '101', pyccm: '3', xz: 40 },
      ]);
      return {
        njzydm: `2026${zydm}`,
        njdm: '2026',
        zydm,
        dwh: '101',
        xqdm: '1',
        xslbdm: '42',
        pyccm: '3',
        xz: '4',
        yjbyrq: '2030-06-30',
        zsrs: 60,
        sfdl: '0',
        sfqy: '1',
      };
    },
    changed: (values) => ({ ...values, zsrs: 90 }),
  },
  {
    name: 'classInfo',
    values: (_t, n) => ({
      ywbm: `B${n}x`,
      bjmc: `班级${n}`,
      njzydm: '2026SE',
      ...none('bjjc', 'bzrgh', 'fdygh', 'bzxh', 'edrs', 'jbrq'),
      sfby: '0',
      sfqy: '1',
    }),
    changed: renamed('bjmc'),
  },
  {
    name: 'courseManage',
    values: (_t, n) => ({
      ywbm: `KC${n}`,
      kcmc: `课程${n}`,
      kkxy: '101',
      kcsx: '1',
      kcxz: '01',
      xf: '3.5',
      zxs: '56',
      khfs: '1',
      scoreHierarchyCode: 'bfz',
      ...none('kcywmc', 'kcbj', 'kclb', 'zhxs', 'ksfs', 'kcfzrh', 'pyccm', 'gbkch', 'qyrq', 'tyrq', 'kcjj'),
      sfqy: '1',
      xsmx: [
        { xsbh: '1', xs: '40' },
        { xsbh: '2', xs: '16' },
      ],
    }),
    changed: renamed('kcmc'),
  },
  {
    name: 'teacher',
    values: (_t, n) => ({
      ywbm: `J${n}`,
      xm: `教师${n}`,
      xbm: '1',
      dwh: '101',
      dqztm: '11',
      sfwp: '0',
      sfrk: '1',
      ...none('xmpy', 'csrq', 'sfzjlxm', 'sfzjh', 'mzm', 'zzmmm', 'zgxlm', 'zgxwm', 'zcm', 'xqdm', 'jzglbm', 'lxrq'),
      sjh: '13800000000',
      dzxx: null,
    }),
    changed: renamed('xm'),
  },
  {
    name: 'dataDict',
    values: (_t, n) => ({ dmlb: `YB_${letters(n)}`, lbmc: `样例${n}`, bzly: null, sfywwh: '1', sfgb: '0' }),
    changed: renamed('lbmc'),
  },
  {
    name: 'codeValue',
    values: async (t, n) => {
      const dmlb = `DM_${letters(n)}`;
      await load(t, 'dataDictCategory', [{ dmlb, lbmc: `代码${n}`, sfywwh: '1', sfgb: '0' }]);
      return { dmlb, dm: '1', mc: '一', jc: null, sjdm: null, pxh: 1, sfqy: '1' };
    },
    changed: renamed('mc'),
  },
  {
    name: 'syllabus',
    values: (_t, n) => ({
      kch: 'K1',
      bbh: `V${n}`,
      dgmc: `大纲${n}`,
      zt: '0',
      ...none('synjdm', 'zxrgh', 'jxmb', 'dgnr', 'khfa'),
    }),
    changed: renamed('dgmc'),
  },
  {
    name: 'teachingClass',
    values: (_t, n) => ({
      semesterId: '2026-2027-1',
      teachingClassCode: `JXB${n}`,
      teachingClassName: `教学班${n}`,
      courseId: 'K1',
      openDepartmentId: '101',
      schoolZone: '1',
      scoreTemplateId: null,
      scoreHierarchyCode: 'bfz',
    }),
    changed: renamed('teachingClassName'),
  },
  {
    name: 'teachingClassTeacher',
    values: async (t, n) => {
      const teachingClassId = await newClass(t, n);
      const part = { hourType: '1', startEndWeek: '1-8' };
      await load(t, 'teachingClassTeacher', [{ teachingClassId, gh: 'T1', sortNum: 1, hour: 80, ...part }]);
      return { teachingClassId, teacherCode: 'T2', sortNum: 2, hour: '8', ...part };
    },
    changed: (values) => ({ ...values, sortNum: 3 }),
  },
  {
    name: 'teachingClassStudent',
    values: async (t, n) => ({ teachingClassId: await newClass(t, n), studentCode: 'S1', listSource: '手工' }),
    changed: (values) => ({ ...values, listSource: '补选' }),
  },
  {
    name: 'trainingExecutionPlan',
    values: async (t, n) => ({
      gradeMajorId: '2026SE',
      courseId: await newCourse(t, n),
      term: '8',
      specialItemSign: '0',
      ...none(
        'openDepartmentId',
        'courseSystemId',
        'courseSystemName',
        'courseAttribute',
        'courseNature',
        'credit',
        'totalHour',
        'weekHours',
        'startEndWeek',
        'examMethod',
        'examWay',
        'courseGroupId',
      ),
    }),
    changed: (values) => ({ ...values, courseSystemName: '专业核心' }),
  },
  {
    name: 'classSchedule',
    values: async (t, n) => {
      const teachingClassId = await newClass(t, n);
      const jsh = `KS${n}`;
      // Each sample has a teacher and a room of its own: nobody is at two places at a time.
      const gh = `KT${n}`;
      await load(t, 'teacher', [{ gh, ywbm: gh, xm: `课表教师${n}`, xbm: '1', dwh: '101', dqztm: '11', sfrk: '1' }]);
      await load(t, 'teachingClassTeacher', [{ teachingClassId, gh, sortNum: 1 }]);
      const room = { jsmc: `样室${n}`, xqdm: '1', jxlh: await newBuilding(t, n), jslxm: '1' };
      await load(t, 'classroom', [{ ...room, jsh, ywbm: jsh, zws: 100, yxzws: 90, kszws: 45 }]);
      return { teachingClassId, weekday: '6', period: '1', weeks: '1', gh, jsh, room: null };
    },
    changed: (values) => ({ ...values, weekday: '7' }),
  },
  {
    name: 'classTime',
    values: async (t, n) => {
      await load(t, 'campus', [{ xqdm: `CT${n}`, xqmc: `作息校区${n}` }]);
      return { xqdm: `CT${n}`, timeCode: 1, timeName: '第1节', startTime: '08:00', endTime: '08:45', sfqy: '1' };
    },
    changed: renamed('timeName'),
  },
  {
    name: 'studentInfo',
    values: (_t, n) => ({
      studentNumber: `XS${n}`,
      studentName: `学生${n}`,
      sexCode: '1',
      bjdm: 'B1',
      studentType: '42',
    }),
    changed: renamed('studentName'),
  },
];

/** A semester that is long over. */
async function pastSemester(t: TestApp, n: number): Promise<string> {
  const [year, next] = [n, n + 1].map((each) => String(each).padStart(4, '0')) as [string, string];
  const key = `${year}-${next}-1`;
  await load(t, 'semester', [
    {
      xnxq: key,
      xnzj: key.slice(0, 9),
      xqm: '1',
      xnxqmc: `${key}学期`,
      ksrq: `${year}-09-01`,
      jsrq: `${year}-12-31`,
      zs: 17,
      sfdqxq: '0',
    },
  ]);
  return key;
}

/** Commands of base data besides those of its rows. */
export const baseDataSamples: CommandSamples = {
  'teachingClassTeacher.assign': {
    prepare: async (t, n) => {
      const part = { hourType: '1', startEndWeek: '1-8', hour: 12 };
      return {
        payload: {
          teachingClassId: await newClass(t, n),
          version: '',
          teachers: [
            { teacherCode: 'T1', ...part },
            { teacherCode: 'T2', ...part },
          ],
        },
        envelope: { actor: people.office },
      };
    },
  },
  // The semester that is the current one already: other samples work in it.
  'semester.setCurrent': { prepare: () => ({ payload: { key: '2026-2027-1' }, envelope: { actor: people.office } }) },
  'teachingClassStudent.addClasses': {
    async prepare(t, n) {
      const bjdm = `RC${n}`;
      const place = { njzydm: '2026SE', dwh: '101', zydm: 'SE', njdm: '2026', xqdm: '1' };
      await load(t, 'classInfo', [{ bjdm, ywbm: bjdm, bjmc: `名单班${n}`, ...place }]);
      const known = { xbm: '1', xslbdm: '1', dqztm: '01', bjdm, ...place };
      await load(t, 'student', [{ studentCode: bjdm, studentNumber: bjdm, studentName: `名单生${n}`, ...known }]);
      const teachingClassId = await newClass(t, n);
      return {
        payload: { teachingClassId, administrativeClassIds: [bjdm], expected: 1 },
        envelope: { actor: people.office },
      };
    },
  },
  'semester.archive': {
    async prepare(t, n) {
      await createSheetTable(t.app.services.pool);
      return {
        payload: { key: await pastSemester(t, n), reason: '教师已离职，成绩另行补交' },
        envelope: { actor: people.office },
      };
    },
  },
  'semester.copySettings': {
    prepare: async (t, n) => ({
      payload: { from: '2026-2027-1', to: await pastSemester(t, n), names: ['scoreTermControl'] },
      envelope: { actor: people.office },
    }),
  },
};
