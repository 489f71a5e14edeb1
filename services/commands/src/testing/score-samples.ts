import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { sheetAttemptId } from '@jwxt/contracts/score/attempts.events.ts';
import { load, newStudent, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { loadClass, openWindow, people } from './score-school.ts';

const { teacher1, dean, registrar, office, clerk } = people;
const good = { ps: '80', qm: '90' };
const as = <R>(t: TestApp, actor: Actor, name: string, payload: object): Promise<R> =>
  t.accept<R>(name, payload, { actor });

/** A class of one student whose sheet is set up. */
export async function newSheet(
  t: TestApp,
  n: number,
): Promise<{ key: { teachingClassId: string; scoreType: '1' }; student: string; revision: number }> {
  const key = { teachingClassId: `SC${n}`, scoreType: '1' as const };
  const student = await newStudent(t, n);
  await loadClass(t, key.teachingClassId, [student]);
  return { key, student, revision: (await as<{ revision: number }>(t, office, 'scoreSheet.initialise', key)).revision };
}

/** One more class whose scores are typed in, not sent. */
async function typedSheet(t: TestApp, n: number, items: object = good) {
  const sheet = await newSheet(t, n);
  const { revision } = await as<{ revision: number }>(t, teacher1, 'scoreSheet.save', {
    ...sheet.key,
    rows: [{ studentCode: sheet.student, items, revision: sheet.revision }],
  });
  return { ...sheet, revision };
}

/** One more class whose scores wait for the unit. */
export async function submittedSheet(t: TestApp, n: number, items: object = good) {
  const sheet = await typedSheet(t, n, items);
  return {
    ...sheet,
    ...(await as<{ applyId: string; revision: number }>(t, teacher1, 'scoreSheet.submit', {
      ...sheet.key,
      revision: sheet.revision,
    })),
  };
}

/** Passes an application at every node that it has. */
export async function passAll(t: TestApp, applyId: string): Promise<void> {
  let revision = 0;
  for (const actor of [dean, registrar, office]) {
    const decided = await as<{ approvalBusinessStatus: string; revision: number }>(t, actor, 'application.decide', {
      applyId,
      revision,
      approvalStatus: '0',
      approvalOpinion: '同意',
    });
    if (decided.approvalBusinessStatus === businessStatus.passed) return;
    ({ revision } = decided);
  }
}

/** One more class with published scores. */
export async function publishedSheet(t: TestApp, n: number, items: object = good) {
  const sheet = await submittedSheet(t, n, items);
  await passAll(t, sheet.applyId);
  return sheet;
}

const recognitionForm = (studentId: string) => ({
  kind: 'outside',
  studentId,
  scoreCognizanceApplyRemark: '交换学习期间所修',
  relateList: ['K1', 'K2', 'K3'].map((courseId) => ({
    outSideList: [
      {
        outSemesterId: '2025-2026-2',
        outCourseCode: `X-${courseId}`,
        outCourseName: `微积分${courseId}`,
        outCourseCredit: '5',
        outScoreCognizanceFinalValue: '91',
      },
    ],
    inSideList: [{ courseId, scoreCognizanceFinalValue: '88.5' }],
  })),
});

const savedRecognition = async (t: TestApp, n: number) => {
  const studentId = await newStudent(t, n);
  return {
    kind: 'outside',
    applyId: crypto.randomUUID(),
    studentId,
    form: { scoreCognizanceApplyRemark: '草稿', relateList: [] },
  };
};

/** Commands of sheets, changes of scores and recognitions. */
export const scoreSamples: CommandSamples = {
  'scoreSheet.initialise': {
    async prepare(t, n) {
      await loadClass(t, `SC${n}`, [await newStudent(t, n)]);
      return { payload: { teachingClassId: `SC${n}`, scoreType: '1' }, envelope: { actor: office } };
    },
  },
  'scoreSheet.save': {
    async prepare(t, n) {
      const { key, student, revision } = await newSheet(t, n);
      return {
        payload: { ...key, rows: [{ studentCode: student, items: good, revision }] },
        envelope: { actor: teacher1 },
      };
    },
  },
  'scoreSheet.registerRemark': {
    async prepare(t, n) {
      const { key, student, revision } = await newSheet(t, n);
      return {
        payload: { ...key, revision, studentCodes: [student], scoreRemarkCode: '04', reason: '已批准' },
        envelope: { actor: office },
      };
    },
  },
  'scoreSheet.submit': {
    async prepare(t, n) {
      const { key, revision } = await typedSheet(t, n);
      return { payload: { ...key, revision }, envelope: { actor: teacher1 } };
    },
  },
  'scoreSheet.forceSubmit': {
    async prepare(t, n) {
      const { key } = await typedSheet(t, n);
      await as(t, office, 'scoreSheet.changeSettings', {
        ...key,
        capacity: 'office',
        window: { ...openWindow, end: '2020-02-01T00:00:00.000Z' },
        reason: '已截止',
      });
      return { payload: { ...key, reason: '逾期未提交' }, envelope: { actor: office } };
    },
  },
  'scoreSheet.changeSettings': {
    prepare: async (t, n) => ({
      payload: { ...(await newSheet(t, n)).key, capacity: 'office', digit: 0, reason: '取整' },
      envelope: { actor: office },
    }),
  },
  'scoreSheet.rollback': {
    prepare: async (t, n) => ({
      payload: { ...(await publishedSheet(t, n)).key, reason: '试卷重评' },
      envelope: { actor: office },
    }),
  },
  'scoreChange.apply': {
    async prepare(t, n) {
      const { key, student } = await publishedSheet(t, n);
      return {
        payload: {
          ...key,
          reason: '漏批',
          rows: [{ studentCode: student, items: { qm: { before: '90.0', after: '95' } } }],
        },
        envelope: { actor: teacher1 },
      };
    },
  },
  'recognition.apply': {
    prepare: async (t, n) => ({ payload: recognitionForm(await newStudent(t, n)), envelope: { actor: clerk } }),
  },
  'recognition.save': {
    prepare: async (t, n) => ({ payload: await savedRecognition(t, n), envelope: { actor: clerk } }),
  },
  'recognition.remove': {
    async prepare(t, n) {
      const draft = await savedRecognition(t, n);
      await as(t, clerk, 'recognition.save', draft);
      return { payload: { kind: draft.kind, applyId: draft.applyId }, envelope: { actor: clerk } };
    },
  },
  'recognition.settle': {
    async prepare(t, n) {
      const { key, student } = await publishedSheet(t, n);
      const { applyId } = await as<{ applyId: string }>(t, clerk, 'recognition.apply', {
        kind: 'system',
        studentId: student,
        scoreCognizanceApplyRemark: '转专业前所修',
        relateList: [
          {
            outSideList: [{ attemptId: sheetAttemptId(key, student), outCourseId: 'K1' }],
            inSideList: [{ courseId: 'K2', scoreCognizanceFinalValue: '86' }],
          },
        ],
      });
      await passAll(t, applyId);
      await as(t, office, 'scoreSheet.rollback', { ...key, reason: '漏录一题' });
      return { payload: { kind: 'system', applyId, outcome: 'kept', reason: '核实无误' }, envelope: { actor: office } };
    },
  },
  'recognition.revoke': {
    async prepare(t, n) {
      const form = recognitionForm(await newStudent(t, n));
      const { applyId } = await as<{ applyId: string }>(t, clerk, 'recognition.apply', form);
      await passAll(t, applyId);
      return { payload: { kind: form.kind, applyId, reason: '证书不实' }, envelope: { actor: office } };
    },
  },
};

/** What the samples of this file need beside the school. */
export async function prepareScores(t: TestApp): Promise<void> {
  await load(t, 'userRole', [{ userName: 'clerk1', jsbh: '03' }]);
}
