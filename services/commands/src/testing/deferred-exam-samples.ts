import { deferredReasons } from '@jwxt/infra/base-data/score-rule.data.ts';
import { deferredExamId } from '@jwxt/infra/runtime/event-id.ts';
import { load, newStudent, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { loadClass, people } from './score-school.ts';

/** What a student of a class of his own asks for, because two exams are at the same time. */
export async function deferredExamForm(t: TestApp, n: number) {
  await load(t, 'deferredReason', deferredReasons);
  const studentId = await newStudent(t, n);
  const teachingClassId = `DC${n}`;
  await loadClass(t, teachingClassId, [studentId]);
  const place = { studentCode: studentId, courseId: 'K1', semesterId: '2026-2027-1' };
  return {
    studentId,
    teachingClassId,
    deferredReasonCode: '2',
    reasonText: '与重修课程考试时间冲突',
    applyId: deferredExamId(place, 1),
  };
}

/** Commands of applications to sit exams later. */
export const deferredExamSamples: CommandSamples = {
  'deferredExam.apply': {
    prepare: async (t, n) => ({ payload: await deferredExamForm(t, n), envelope: { actor: people.clerk } }),
  },
  'deferredExam.revoke': {
    async prepare(t, n) {
      const { applyId } = await t.accept<{ applyId: string }>('deferredExam.apply', await deferredExamForm(t, n), {
        actor: people.clerk,
      });
      const decision = { applyId, revision: 0, approvalStatus: '0', approvalOpinion: '同意' };
      await t.accept('application.decide', decision, { actor: people.dean });
      return { payload: { applyId, reason: '学生按时参加考试' }, envelope: { actor: people.office } };
    },
  },
};
