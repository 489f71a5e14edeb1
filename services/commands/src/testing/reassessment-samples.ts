import { rebuildSignUpResult } from '@jwxt/contracts/student-application/kinds/rebuild-sign-up-result.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { load, newStudent, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { openWindow, people } from './score-school.ts';
import { passAll } from './score-samples.ts';

const { teacher1, office, clerk } = people;
const term = '2026-2027-1';
const later = '2026-2027-2';

/** A course of its own that one student has failed, in a class of its own. */
export async function failedCourse(
  t: TestApp,
  n: number,
): Promise<{ courseId: string; teachingClassId: string; student: string }> {
  const [courseId, teachingClassId, student] = [`R${n}`, `RC${n}`, await newStudent(t, n)];
  await load(t, 'course', [
    {
      kch: courseId,
      ywbm: `N${courseId}`,
      kcmc: `课程${n}`,
      kkxy: '101',
      kcsx: '1',
      kcxz: '1',
      xf: 20,
      zxs: 320,
      khfs: '1',
      scoreHierarchyCode: 'bfz',
    },
  ]);
  await load(t, 'teachingClass', [
    {
      teachingClassId,
      teachingClassCode: teachingClassId,
      teachingClassName: teachingClassId,
      semesterId: term,
      courseId,
      openDepartmentId: '101',
      xqdm: '1',
      scoreTemplateId: 'T4060',
      scoreHierarchyCode: 'bfz',
    },
  ]);
  await load(t, 'teachingClassTeacher', [{ teachingClassId, gh: 'T1', sortNum: 1 }]);
  await load(t, 'teachingClassStudent', [{ teachingClassId, studentCode: student, listSource: '' }]);
  const key = { teachingClassId, scoreType: '1' };
  const { revision } = await t.accept<{ revision: number }>('scoreSheet.initialise', key, { actor: office });
  const saved = await t.accept<{ revision: number }>(
    'scoreSheet.save',
    { ...key, rows: [{ studentCode: student, items: { ps: '20', qm: '30' }, revision }] },
    { actor: teacher1 },
  );
  await passAll(
    t,
    (
      await t.accept<{ applyId: string }>(
        'scoreSheet.submit',
        { ...key, revision: saved.revision },
        { actor: teacher1 },
      )
    ).applyId,
  );
  return { courseId, teachingClassId, student };
}

const generation = (courseId: string) => ({
  sourceSemesterId: term,
  semesterId: later,
  makeupAndDelayTemplateValue: '1',
  window: openWindow,
  courseId,
});

async function listed(t: TestApp, n: number): Promise<string> {
  const { courseId } = await failedCourse(t, n);
  return (
    await t.accept<{ groups: { makeupCourseId: string }[] }>('makeup.generate', generation(courseId), { actor: office })
  ).groups[0]!.makeupCourseId;
}

const retakeForm = (courseId: string) => ({
  semesterId: later,
  courseId,
  rebuildClassName: '重修班',
  teacherCode: 'T1',
  capacity: 9,
  window: openWindow,
});

async function rebuildClass(
  t: TestApp,
  n: number,
  add: boolean,
): Promise<{ rebuildClassId: string; student: string; teachingClassId: string }> {
  const { courseId, ...failed } = await failedCourse(t, n);
  const { rebuildClassId } = await t.accept<{ rebuildClassId: string }>('rebuildClass.save', retakeForm(courseId), {
    actor: office,
  });
  if (add) await t.accept('rebuildClass.setStudents', { rebuildClassId, add: [failed.student] }, { actor: office });
  return { rebuildClassId, ...failed };
}

/** A confirmed sign-up for a failed course, free of charge, and a retake class that may take it. */
async function signedUp(t: TestApp, n: number): Promise<{ signUpIds: string[]; teachingClassId: string }> {
  const { courseId, student } = await failedCourse(t, n);
  const applyId = derivedId(`sign-up-${String(n)}`);
  const { commands } = rebuildSignUpResult;
  await t.accept(
    commands.apply.name,
    { applyId, studentId: student, form: { courseId, rebuildMode: '1' } },
    { actor: office },
  );
  const decision = { applyId, revision: 0, approvalStatus: '0', approvalOpinion: '同意' };
  await t.accept('application.decide', decision, { actor: clerk });
  const { rebuildClassId } = await t.accept<{ rebuildClassId: string }>(
    'rebuildClass.save',
    { ...retakeForm(courseId), semesterId: term },
    { actor: office },
  );
  return { signUpIds: [applyId], teachingClassId: rebuildClassId };
}

/** Commands of make-up exams and retake classes. */
export const reassessmentSamples: CommandSamples = {
  'makeup.generate': {
    prepare: async (t, n) => ({
      payload: generation((await failedCourse(t, n)).courseId),
      envelope: { actor: office },
    }),
  },
  'makeup.update': {
    prepare: async (t, n) => ({
      payload: { makeupCourseIds: [await listed(t, n)], teacherCode: 'T2' },
      envelope: { actor: office },
    }),
  },
  'makeup.freeze': {
    prepare: async (t, n) => ({ payload: { makeupCourseIds: [await listed(t, n)] }, envelope: { actor: office } }),
  },
  'makeup.removeStudents': {
    async prepare(t, n) {
      const { courseId, student } = await failedCourse(t, n);
      const { groups } = await t.accept<{ groups: { makeupCourseId: string }[] }>(
        'makeup.generate',
        generation(courseId),
        { actor: office },
      );
      return {
        payload: { makeupCourseId: groups[0]!.makeupCourseId, studentCodes: [student], reason: '已退学' },
        envelope: { actor: office },
      };
    },
  },
  'makeup.addStudents': {
    async prepare(t, n) {
      const { courseId, student } = await failedCourse(t, n);
      const { groups } = await t.accept<{ groups: { makeupCourseId: string }[] }>(
        'makeup.generate',
        generation(courseId),
        { actor: office },
      );
      const request = { makeupCourseId: groups[0]!.makeupCourseId, studentCodes: [student], reason: '补列' };
      await t.accept('makeup.freeze', { makeupCourseIds: [request.makeupCourseId] }, { actor: office });
      await t.accept('makeup.removeStudents', request, { actor: office });
      return { payload: request, envelope: { actor: office } };
    },
  },
  'makeup.reopenList': {
    async prepare(t, n) {
      const { rebuildClassId } = await rebuildClass(t, n, true);
      await t.accept('rebuildClass.publish', { rebuildClassId }, { actor: office });
      return {
        payload: { teachingClassId: rebuildClassId, scoreType: '4', reason: '改由他人任教' },
        envelope: { actor: office },
      };
    },
  },
  'makeup.settleOrigin': {
    async prepare(t, n) {
      const { rebuildClassId, student, teachingClassId } = await rebuildClass(t, n, true);
      await t.accept('rebuildClass.publish', { rebuildClassId }, { actor: office });
      const { applyId } = await t.accept<{ applyId: string }>(
        'scoreChange.apply',
        {
          teachingClassId,
          scoreType: '1',
          reason: '漏批',
          rows: [{ studentCode: student, items: { qm: { before: '30.0', after: '95' } } }],
        },
        { actor: teacher1 },
      );
      await passAll(t, applyId);
      return {
        payload: { teachingClassId: rebuildClassId, studentCode: student, decision: 'remove', reason: '与学院核实' },
        envelope: { actor: office },
      };
    },
  },
  'rebuildClass.save': {
    prepare: async (t, n) => ({
      payload: retakeForm((await failedCourse(t, n)).courseId),
      envelope: { actor: office },
    }),
  },
  'rebuildClass.setStudents': {
    async prepare(t, n) {
      const { rebuildClassId, student } = await rebuildClass(t, n, false);
      return { payload: { rebuildClassId, add: [student] }, envelope: { actor: office } };
    },
  },
  'rebuildClass.publish': {
    prepare: async (t, n) => ({
      payload: { rebuildClassId: (await rebuildClass(t, n, true)).rebuildClassId },
      envelope: { actor: office },
    }),
  },
  'rebuildSignUp.assign': {
    prepare: async (t, n) => ({ payload: await signedUp(t, n), envelope: { actor: office } }),
  },
  'rebuildSignUp.removeFromClass': {
    async prepare(t, n) {
      const { signUpIds, teachingClassId } = await signedUp(t, n);
      await t.accept('rebuildSignUp.assign', { signUpIds, teachingClassId }, { actor: office });
      return { payload: { signUpIds, reason: '调整班级' }, envelope: { actor: office } };
    },
  },
  'rebuildSignUp.setPayStatus': {
    prepare: async (t, n) => ({
      payload: { signUpIds: (await signedUp(t, n)).signUpIds, payStatus: '2' },
      envelope: { actor: office },
    }),
  },
  'rebuildSignUp.autoGroup': {
    prepare: async (t, n) => ({
      payload: { signUpIds: (await signedUp(t, n)).signUpIds, semesterId: term, size: 30, window: openWindow },
      envelope: { actor: office },
    }),
  },
  'longJob.start': {
    prepare: async (t, n) => ({
      payload: {
        kind: 'makeupGenerate',
        title: '补缓考名单生成',
        payload: { sourceSemesterId: term, semesterId: later, makeupAndDelayTemplateValue: '0', window: openWindow },
        items: [{ itemKey: (await failedCourse(t, n)).courseId, itemName: '课程' }],
      },
      envelope: { actor: office },
    }),
  },
  'longJob.cancel': {
    async prepare(t, n) {
      const job = {
        kind: 'makeupGenerate',
        title: '补缓考名单生成',
        payload: { sourceSemesterId: term, semesterId: later, makeupAndDelayTemplateValue: '0', window: openWindow },
        items: [{ itemKey: (await failedCourse(t, n)).courseId, itemName: '课程' }],
      };
      const { jobId } = await t.accept<{ jobId: string }>('longJob.start', job, { actor: office });
      return { payload: { jobId }, envelope: { actor: office } };
    },
  },
};

/** What the samples of this file need beside the school. */
export async function prepareReassessments(t: TestApp): Promise<void> {
  await load(t, 'semester', [
    {
      xnxq: later,
      xnzj: '2026-2027',
      xqm: '2',
      xnxqmc: '2026-2027学年第二学期',
      ksrq: '2027-02-20',
      jsrq: '2027-07-10',
      zs: 20,
      sfdqxq: '0',
    },
  ]);
}
