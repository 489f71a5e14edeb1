import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application.kind.ts';
import { exchangeStudentApply } from '@jwxt/contracts/student-application/kinds/exchange-student-apply.kind.ts';
import { rebuildSignUpResult } from '@jwxt/contracts/student-application/kinds/rebuild-sign-up-result.kind.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { newStudent, type CommandSample, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { failedCourse } from './reassessment-samples.ts';
import { people } from './score-school.ts';

/** What is asked for, and who decides in their turn. */
const forms: readonly {
  kind: StudentApplicationKind;
  approvers: readonly Actor[];
  form: (t: TestApp, n: number) => Promise<object>;
}[] = [
  {
    kind: exchangeStudentApply,
    approvers: [people.dean, people.registrar],
    form: async (t, n) => ({
      studentId: await newStudent(t, n),
      form: {
        partnerSchool: '南山大学',
        projectName: null,
        beginSemesterId: '2026-2027-1',
        endSemesterId: '2026-2027-1',
        studyPlan: [],
      },
    }),
  },
  {
    kind: rebuildSignUpResult,
    approvers: [people.clerk],
    async form(t, n) {
      const { courseId, student } = await failedCourse(t, n);
      return { studentId: student, form: { courseId, rebuildMode: '1' } };
    },
  },
];

/** Commands of applications of students, of every kind: the office applies. */
export const studentApplicationSamples: CommandSamples = Object.fromEntries(
  forms.flatMap(({ kind, approvers, form }): [string, CommandSample][] => {
    const sent = async (t: TestApp, n: number) => ({
      applyId: derivedId(`${kind.group}-${String(n)}`),
      ...(await form(t, n)),
    });
    const apply: CommandSample = {
      prepare: async (t, n) => ({ payload: await sent(t, n), envelope: { actor: people.office } }),
    };
    const revoke: CommandSample = {
      async prepare(t, n) {
        const payload = await sent(t, n);
        await t.accept(kind.commands.apply.name, payload, { actor: people.office });
        const decision = { applyId: payload.applyId, approvalStatus: '0', approvalOpinion: '同意' };
        for (const [revision, actor] of approvers.entries())
          await t.accept('application.decide', { ...decision, revision }, { actor });
        return { payload: { applyId: payload.applyId, reason: '学生放弃' }, envelope: { actor: people.office } };
      },
    };
    return [
      [kind.commands.apply.name, apply],
      ...(kind.revoke === null ? [] : [[kind.commands.revoke.name, revoke] as [string, CommandSample]]),
    ];
  }),
);
