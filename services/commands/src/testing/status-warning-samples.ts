import { newClass } from './base-data-samples.ts';
import { load, newStudent, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { asStudent } from './grade-exam-samples.ts';
import { people } from './score-school.ts';

const office = { actor: people.office };
const SEMESTER = '2026-2027-1';

const schemeValues = (n: number) => ({
  schemeName: `预警方案${n}`,
  semesterId: SEMESTER,
  rules: ['XFBZ-2', 'XFBZ-3'],
  departmentIds: [],
  runTime: null,
});

/** A scheme of warnings, published. */
async function newScheme(t: TestApp, n: number, publishStatus: '0' | '1' = '1'): Promise<string> {
  const { key } = await t.accept<{ key: string }>('statusWarningScheme.create', { values: schemeValues(n) }, office);
  if (publishStatus === '1') await t.accept('statusWarningScheme.publish', { key, publishStatus }, office);
  return key;
}

/** A line of a student of its own on the list of a scheme of its own. */
async function newLine(t: TestApp, n: number): Promise<{ studentCode: string; key: string }> {
  const [studentCode, scheme, key] = [await newStudent(t, n), await newScheme(t, n), `line${n}`];
  await t.app.services.pool.query(
    `insert into base.warning_initial (initial_id, warning_scheme_id, student_code, warning_level_code,
        warning_type_code, hits, reason_text, status, change, computed_at)
      values ($1, $2, $3, '3', 'XFBZ', '[]', '学期获得学分 4学分', '0', '1', now())`,
    [key, scheme, studentCode],
  );
  return { studentCode, key };
}

/** A confirmed warning, which the student was told of where it is sent. */
async function newResult(t: TestApp, n: number, { sent = false } = {}): Promise<{ studentCode: string; key: string }> {
  const { studentCode, key } = await newLine(t, n);
  await t.accept('initialList.confirm', { keys: [key] }, office);
  const { rows } = await t.app.services.pool.query<{ key: string }>(
    'select warning_result_id as key from base.status_warning_result where student_code = $1',
    [studentCode],
  );
  const result = rows[0]!.key;
  if (sent) await t.accept('statusWarningResult.send', { keys: [result] }, office);
  return { studentCode, key: result };
}

/** A student in a class of its own. */
async function newPlace(t: TestApp, n: number): Promise<{ studentCode: string; teachingClassId: string }> {
  const [studentCode, teachingClassId] = [await newStudent(t, n), await newClass(t, n)];
  await load(t, 'teachingClassStudent', [{ teachingClassId, studentCode, listSource: '' }]);
  return { studentCode, teachingClassId };
}

/** Rows that people keep of warnings. */
export const statusWarningSettings: readonly Setting[] = [
  {
    name: 'warningLevel',
    values: async (t, n) => {
      await load(t, 'dataDict', [{ dmlb: 'XJ_YJJB', dm: `L${n}`, mc: `级别${n}`, pxh: n }]);
      return {
        warningLevelCode: `L${n}`,
        warningLevelName: `级别${n}`,
        colour: 'blue',
        sortNum: 10 + n,
        notifyGuardian: '0',
        advice: null,
      };
    },
    changed: (values) => ({ ...values, advice: '谈话' }),
  },
  {
    name: 'statusWarningType',
    values: (_t, n) => ({ warningTypeCode: `T${n}`, warningTypeName: `类型${n}`, indicator: '1', sfqy: '1' }),
    changed: (values) => ({ ...values, sfqy: '0' }),
  },
  {
    name: 'warningRule',
    values: (_t, n) => ({
      ruleName: `规则${n}`,
      warningTypeCode: 'XFBZ',
      operator: '<',
      threshold: '6',
      warningLevelCode: '3',
      grades: [],
      studentTypes: [],
      sfqy: '1',
    }),
    changed: (values) => ({ ...values, threshold: '5' }),
  },
  {
    name: 'statusWarningScheme',
    values: (_t, n) => schemeValues(n),
    changed: (values) => ({ ...values, rules: ['XFBZ-3'] }),
  },
  {
    name: 'courseWarning',
    values: async (t, n) => ({
      ...(await newPlace(t, n)),
      warnReason: '2',
      absentHours: null,
      warnText: '作业未交',
      handleStatus: '0',
    }),
    changed: (values) => ({ ...values, handleStatus: '1' }),
  },
  {
    name: 'warningRecord',
    values: async (t, n) => ({
      studentCode: (await newResult(t, n)).studentCode,
      semesterId: SEMESTER,
      handleType: '1',
      handleTime: '2026-11-20 10:00:00',
      content: '谈话',
    }),
    changed: (values) => ({ ...values, content: '谈话，制定计划' }),
  },
];

/** Commands of warnings. */
export const statusWarningSamples: CommandSamples = {
  'statusWarningScheme.publish': {
    async prepare(t, n) {
      return { payload: { key: await newScheme(t, n, '0'), publishStatus: '1' }, envelope: office };
    },
  },
  'initialList.compute': {
    async prepare(t, n) {
      return { payload: { warningSchemeId: await newScheme(t, n) }, envelope: office };
    },
  },
  'initialList.exempt': {
    async prepare(t, n) {
      const { key } = await newLine(t, n);
      return { payload: { keys: [key], exemptSign: '1', exemptReason: '刚转入' }, envelope: office };
    },
  },
  'initialList.confirm': {
    async prepare(t, n) {
      return { payload: { keys: [(await newLine(t, n)).key] }, envelope: office };
    },
  },
  'statusWarningResult.send': {
    async prepare(t, n) {
      return { payload: { keys: [(await newResult(t, n)).key] }, envelope: office };
    },
  },
  'statusWarningResult.tellGuardians': {
    async prepare(t, n) {
      const { studentCode, key } = await newResult(t, n);
      await t.app.services.pool.query(
        `insert into base.student_family (family_id, student_code, member_name, relation, phone, is_guardian)
          values ($1, $2, '张父', '51', '13800000000', '1')`,
        [`guardian${n}`, studentCode],
      );
      return { payload: { keys: [key] }, envelope: office };
    },
  },
  'statusWarningResult.revoke': {
    async prepare(t, n) {
      return { payload: { key: (await newResult(t, n)).key, revokeReason: '补考通过' }, envelope: office };
    },
  },
  'statusWarningResult.sign': {
    async prepare(t, n) {
      const { studentCode, key } = await newResult(t, n, { sent: true });
      return { payload: { key }, envelope: asStudent(studentCode) };
    },
  },
  'courseWarning.warn': {
    async prepare(t, n) {
      const place = await newPlace(t, n);
      return { payload: { ...place, warnReason: '1', absentHours: 4, warnText: '' }, envelope: office };
    },
  },
};
