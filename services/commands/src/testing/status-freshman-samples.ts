import { divisionDigest, planDivision } from '@jwxt/infra/runtime/freshman-division.ts';
import { numbersDigest, planNumbers } from '@jwxt/infra/runtime/freshman-numbers.ts';
import { freshman } from '@jwxt/contracts/student-status/freshman/freshman.resource.ts';
import { classRule, studentIdRule } from '@jwxt/contracts/student-status/freshman/number-rule.resource.ts';
import { sortRule } from '@jwxt/contracts/student-status/freshman/sort-rule.resource.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { load, newStudent, type CommandSamples, type Setting } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { people } from './score-school.ts';

const envelope = { actor: people.office };

async function made(t: TestApp, { commands }: Pick<Resource, 'commands'>, values: object): Promise<string> {
  return (await t.accept<{ key: string }>(commands.create.name, { values }, envelope)).key;
}

const freshmanValues = (n: number, own: object = {}) => ({
  examineeNumber: `EX${String(n)}`,
  studentName: `新生${String(n)}`,
  sexCode: '1',
  gradeMajorId: '2026SE',
  admissionNumber: null,
  admitType: null,
  sourcePlace: null,
  admitScore: '560.5',
  chineseScore: null,
  mathScore: null,
  foreignScore: null,
  comprehensiveScore: null,
  idType: 'A',
  idNumber: `PASS${String(n)}`,
  nationCode: null,
  politicalCode: null,
  mobile: null,
  address: null,
  ...own,
});
const segment = (type: string, length: number | null = null, value: string | null = null) => ({ type, value, length });
const idRule = (n: number) => ({
  ruleName: `学号规则${String(n)}`,
  studentType: '4201',
  segments: [segment('grade'), segment('fixed', null, `R${String(n)}`), segment('serial')],
  serialLength: 3,
  serialScope: '1',
  sfqy: '1',
});
const classRuleValues = (n: number) => ({
  ruleName: `班级规则${String(n)}`,
  studentType: null,
  numberSegments: [segment('fixed', null, `C${String(n)}`), segment('serial', 2)],
  nameSegments: [segment('majorName'), segment('fixed', null, `样${String(n)}-`), segment('serial', 2)],
  sfqy: '1',
});
const sortValues = (n: number, useFor: string) => ({
  ruleName: `排序规则${String(n)}`,
  useFor,
  sortFields: [{ field: 'sex', order: 'asc' }],
  sfqy: '1',
});

/** A grade-major with a class of its own, both of unit 101. */
async function newGradeMajor(t: TestApp, n: number): Promise<string> {
  const gradeMajorId = `FM${String(n)}`;
  const of = { njdm: '2026', zydm: 'SE', dwh: '101', xqdm: '1' };
  await load(t, 'gradeMajor', [
    { njzydm: gradeMajorId, njzymc: `2026级样专业${String(n)}`, xslbdm: '4201', pyccm: '3', xz: 40, ...of },
  ]);
  const number = `FB${String(n)}`;
  await load(t, 'classInfo', [{ bjdm: number, ywbm: number, bjmc: `样班${number}`, njzydm: gradeMajorId, ...of }]);
  return gradeMajorId;
}
/** A freshman of a grade-major of his own, after steps: 1 has come, 2 in a class, 3 with a number, 4 a student. */
async function newFreshman(t: TestApp, n: number, steps: 0 | 1 | 2 | 3 | 4 = 0) {
  const gradeMajorId = await newGradeMajor(t, n);
  const key = await made(t, freshman, freshmanValues(n, { gradeMajorId }));
  const bjdm = `FB${String(n)}`;
  if (steps >= 1) await t.accept('freshman.report', { keys: [key] }, envelope);
  if (steps >= 2) await t.accept('classDivision.adjust', { keys: [key], bjdm }, envelope);
  if (steps >= 3) await t.accept('studentIdRule.generate', await numbering(t, n, gradeMajorId), envelope);
  if (steps >= 4)
    await t.accept('freshman.toStudent', { gradeMajorIds: [gradeMajorId], enrollDate: '2026-09-01' }, envelope);
  return { key, gradeMajorId, bjdm };
}
async function numbering(t: TestApp, n: number, gradeMajorId: string) {
  const asked = { gradeMajorIds: [gradeMajorId], idRuleId: await made(t, studentIdRule, idRule(n)), sortRuleId: null };
  const planned = await planNumbers(t.app.services.pool, asked);
  return { ...asked, digest: 'serials' in planned ? numbersDigest(planned) : '' };
}
async function division(t: TestApp, n: number) {
  const { gradeMajorId } = await newFreshman(t, n, 1);
  const asked = {
    plans: [{ gradeMajorId, classNum: 2 }],
    sortRuleId: null,
    classRuleId: await made(t, classRule, classRuleValues(n)),
    again: '0' as const,
  };
  const planned = await planDivision(t.app.services.pool, asked);
  return { ...asked, digest: 'missing' in planned ? '' : divisionDigest(planned) };
}

/** Rows of freshmen and of the rules for them, each unlike any other. */
export const statusFreshmanSettings: readonly Setting[] = [
  {
    name: 'freshman',
    values: (_t, n) => freshmanValues(n),
    changed: (values) => ({ ...values, admitScore: '601' }),
  },
  { name: 'studentIdRule', values: (_t, n) => idRule(n), changed: (values) => ({ ...values, serialLength: 4 }) },
  {
    name: 'classRule',
    values: (_t, n) => classRuleValues(n),
    changed: (values) => ({ ...values, studentType: '4201' }),
  },
  {
    name: 'sortRule',
    values: (_t, n) => sortValues(n, '1'),
    changed: (values) => ({ ...values, sortFields: [{ field: 'totalScore', order: 'desc' }] }),
  },
  {
    name: 'orderClass',
    values: async (t, n) => ({ studentCode: await newStudent(t, n), classOrder: 1 + (n % 499), groupNo: null }),
    changed: (values) => ({ ...values, groupNo: 2 }),
  },
];

/** Commands of freshmen besides those of their rows. */
export const statusFreshmanSamples: CommandSamples = {
  'freshman.report': {
    prepare: async (t, n) => ({ payload: { keys: [(await newFreshman(t, n)).key] }, envelope }),
  },
  'freshman.unreport': {
    prepare: async (t, n) => ({ payload: { keys: [(await newFreshman(t, n, 1)).key] }, envelope }),
  },
  'freshman.setAbsent': {
    prepare: async (t, n) => ({
      payload: { keys: [(await newFreshman(t, n)).key], leaveUntil: '2099-10-01', leaveReason: '样例' },
      envelope,
    }),
  },
  'freshman.abandon': {
    prepare: async (t, n) => ({
      payload: { keys: [(await newFreshman(t, n)).key], abandonWay: '1', abandonReason: '样例' },
      envelope,
    }),
  },
  'freshman.keepQualification': {
    prepare: async (t, n) => ({
      payload: { keys: [(await newFreshman(t, n)).key], keepReason: '1', keepUntil: '2099-10-01' },
      envelope,
    }),
  },
  'freshman.restore': {
    async prepare(t, n) {
      const { key } = await newFreshman(t, n);
      await t.accept('freshman.setAbsent', { keys: [key], leaveUntil: null, leaveReason: '样例' }, envelope);
      return { payload: { keys: [key], gradeMajorId: null }, envelope };
    },
  },
  'freshman.toStudent': {
    prepare: async (t, n) => ({
      payload: { gradeMajorIds: [(await newFreshman(t, n, 3)).gradeMajorId], enrollDate: '2026-09-01' },
      envelope,
    }),
  },
  'freshman.undoStudent': {
    prepare: async (t, n) => ({ payload: { keys: [(await newFreshman(t, n, 4)).key] }, envelope }),
  },
  'classDivision.divide': { prepare: async (t, n) => ({ payload: await division(t, n), envelope }) },
  'classDivision.adjust': {
    async prepare(t, n) {
      const { key, bjdm } = await newFreshman(t, n, 1);
      return { payload: { keys: [key], bjdm }, envelope };
    },
  },
  'classDivision.clear': {
    prepare: async (t, n) => ({ payload: { gradeMajorIds: [(await newFreshman(t, n, 2)).gradeMajorId] }, envelope }),
  },
  'studentIdRule.generate': {
    async prepare(t, n) {
      const { gradeMajorId } = await newFreshman(t, n, 2);
      return { payload: await numbering(t, n, gradeMajorId), envelope };
    },
  },
  'studentIdRule.clear': {
    prepare: async (t, n) => ({ payload: { gradeMajorIds: [(await newFreshman(t, n, 3)).gradeMajorId] }, envelope }),
  },
  'orderClass.sort': {
    async prepare(t, n) {
      const { bjdm } = await newFreshman(t, n, 4);
      return { payload: { bjdms: [bjdm], sortRuleId: await made(t, sortRule, sortValues(n, '4')) }, envelope };
    },
  },
};
