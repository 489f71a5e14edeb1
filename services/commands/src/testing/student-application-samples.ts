import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application-kind.ts';
import { sheetAttemptId } from '@jwxt/contracts/score/attempts.events.ts';
import { exchangeStudentApply } from '@jwxt/contracts/student-application/kinds/exchange-student-apply.ts';
import { rebuildSignUpResult } from '@jwxt/contracts/student-application/kinds/rebuild-sign-up-result.ts';
import { scoreCancelRecord } from '@jwxt/contracts/student-application/kinds/score-cancel-record.ts';
import { scorePointApply } from '@jwxt/contracts/student-application/kinds/score-point-apply.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { CommandEnvelope } from '@jwxt/contracts/kernel/command.ts';
import { leaveApply } from '@jwxt/contracts/student-application/kinds/leave-apply.ts';
import { punishmentApply } from '@jwxt/contracts/student-application/kinds/punishment-apply.ts';
import { rewardApply } from '@jwxt/contracts/student-application/kinds/reward-apply.ts';
import { specialItem, specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import { personalCoursePlanApply } from '@jwxt/contracts/student-application/kinds/personal-course-plan-apply.ts';
import { personalScheme } from '@jwxt/contracts/student-application/kinds/personal-scheme.ts';
import { studentChangeItem } from '@jwxt/contracts/student-application/kinds/student-change-item.ts';
import { makeupLearn } from '@jwxt/contracts/student-application/kinds/makeup-learn.ts';
import { selfLearn } from '@jwxt/contracts/student-application/kinds/self-learn.ts';
import { transferMajor } from '@jwxt/contracts/student-application/kinds/transfer-major.ts';
import { upgradeVersionApply } from '@jwxt/contracts/student-application/kinds/upgrade-version-apply.ts';
import { recognitionBench } from '../recognition/recognition.fixture.ts';
import { newClass, newCourse } from './base-data-samples.ts';
import { leaveValues, punishmentValues, rewardValues } from './conduct-samples.ts';
import { load, newStudent, type CommandSample, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { newItem } from './plan-samples.ts';
import { failedCourse } from './reassessment-samples.ts';
import { publishedSheet } from './score-samples.ts';
import { people } from './score-school.ts';
import { transferForm } from './status-divert-samples.ts';

interface SampleForm {
  readonly kind: StudentApplicationKind;
  readonly form: (t: TestApp, n: number) => Promise<object>;
  /** Who decides, node by node. */
  readonly by: readonly CommandEnvelope['actor'][];
  /** Who applies: a clerk, where nobody else is named. */
  readonly applicant?: CommandEnvelope['actor'];
}

const { dean, registrar } = people;
const earlier = { xnxq: '2025-2026-2', xnzj: '2025-2026', xqm: '2', xnxqmc: '2025-2026学年第二学期' };

const forms: readonly SampleForm[] = [
  {
    kind: selfLearn,
    by: [dean, dean],
    form: async (t, n) => {
      const [studentId, teachingClassId] = [await newStudent(t, n), await newClass(t, n)];
      await load(t, 'teachingClassStudent', [{ teachingClassId, studentCode: studentId, listSource: '重修' }]);
      return { studentId, form: { teachingClassId, reasonText: '与其他课程时间冲突' } };
    },
  },
  {
    kind: makeupLearn,
    by: [dean, dean],
    form: async (t, n) => {
      const [studentId, teachingClassId] = [await newStudent(t, n), await newClass(t, n)];
      await load(t, 'semester', [{ ...earlier, ksrq: '2026-02-23', jsrq: '2026-07-10', zs: 19, sfdqxq: '0' }]);
      await load(t, 'executionPlan', [{ njzydm: '2026SE', kch: `BK${String(n)}`, xnxq: earlier.xnxq }]);
      return { studentId, form: { followTeachingClassId: teachingClassId, reasonType: '1', reasonText: null } };
    },
  },
  {
    kind: studentChangeItem,
    by: [dean],
    async form(t, n) {
      const [studentId, item] = [await newStudent(t, n), await newItem(t, n)];
      const other = await t.accept<{ key: string }>(
        specialItem.commands.create.name,
        { values: { ...item.values, itemName: `专项${n}乙` } },
        { actor: people.office },
      );
      await t.accept(
        specialItemStudent.commands.create.name,
        { values: { specialItemId: item.key, studentCode: studentId, itemSource: '手工' } },
        { actor: people.office },
      );
      return { studentId, form: { oldItemId: item.key, newItemId: other.key, changeReason: '旧伤未愈' } };
    },
  },
  {
    kind: personalCoursePlanApply,
    by: [dean],
    form: async (t, n) => ({
      studentId: await newStudent(t, n),
      form: { courses: [{ courseId: await newCourse(t, n), term: 8 }], reasonText: null },
    }),
  },
  {
    kind: personalScheme,
    by: [dean, registrar],
    async form(t, n) {
      const [studentId, course] = [await newStudent(t, n), await newCourse(t, n)];
      const xnxq = '2026-2027-1';
      await load(t, 'executionPlan', [{ njzydm: '2026SE', kch: 'K1', xnxq }]);
      const added = { changeType: '1', courseId: course, newCourseId: null, term: 3 };
      return {
        studentId,
        form: { baseGradeMajorId: '2026SE', schemeReason: '1', reasonText: null, changes: [added] },
      };
    },
  },
  {
    kind: upgradeVersionApply,
    by: [dean, registrar],
    form: async (t, n) => {
      const [studentId, old] = [await newStudent(t, n), await newCourse(t, n)];
      const newCourseId = await newCourse(t, n + 500);
      await t.app.services.pool.query('update base.course set gbkch = $2 where kch = $1', [newCourseId, old]);
      await recognitionBench(() => t).scored(studentId, old, 8000);
      return { studentId, form: { newCourseId, reasonText: null } };
    },
  },
  {
    kind: exchangeStudentApply,
    by: [dean, registrar],
    form: async (t, n) => ({
      studentId: await newStudent(t, n),
      form: {
        partnerSchool: '南山大学',
        projectName: null,
        projectCategoryId: null,
        beginSemesterId: '2026-2027-1',
        endSemesterId: '2026-2027-1',
        studyPlan: [],
        budget: [],
      },
    }),
  },
  {
    kind: rebuildSignUpResult,
    // The clerk decides, who is asked for nothing of the own.
    by: [people.clerk],
    applicant: people.office,
    form: async (t, n) => {
      const { courseId, student } = await failedCourse(t, n);
      return { studentId: student, form: { courseId, rebuildMode: '1' } };
    },
  },
  {
    kind: scoreCancelRecord,
    by: [dean, people.office],
    form: async (t, n) => {
      const { key, student } = await publishedSheet(t, n);
      return {
        studentId: student,
        form: { attemptId: sheetAttemptId(key, student), cancelReason: '重复录入' },
      };
    },
  },
  {
    kind: scorePointApply,
    by: [dean, registrar],
    form: async (t, n) => {
      const { student } = await publishedSheet(t, n);
      return {
        studentId: student,
        form: {
          pointType: '1',
          projectCategoryId: '11',
          projectName: '数学建模竞赛',
          awardLevel: null,
          obtainDate: '2026-10-01',
          courseId: 'K1',
          point: '5',
        },
      };
    },
  },
  {
    kind: rewardApply,
    by: [dean, registrar],
    async form(t, n) {
      const { studentCode: studentId, despitePunishment: _, ...form } = rewardValues(await newStudent(t, n));
      return { studentId, form };
    },
  },
  {
    kind: punishmentApply,
    by: [dean, registrar],
    async form(t, n) {
      const { violationType, violationDate, violationText } = punishmentValues('');
      return {
        studentId: await newStudent(t, n),
        form: {
          violationType,
          violationDate,
          violationText,
          punishName: '3',
          months: 6,
          attemptId: null,
          documentNumber: null,
        },
      };
    },
  },
  {
    kind: transferMajor,
    by: [dean, dean, registrar],
    form: transferForm,
  },
  {
    kind: leaveApply,
    by: [dean],
    async form(t, n) {
      const { studentCode: studentId, ...form } = leaveValues(await newStudent(t, n));
      return { studentId, form };
    },
  },
];

/** Evidence of the clerk, as if it had been uploaded. */
async function attachFile(t: TestApp, businessTable: string, businessId: string): Promise<void> {
  await t.app.services.pool.query(
    `insert into base.file_resource (relational_id, file_uid, name, file_size, file_type, digest, business_table,
        business_id, uploader, uploader_name, uploaded_at)
      values ($1, $2, '证书.pdf', 1, 'pdf', repeat('a', 64), $3, $4, 'clerk1', '教务员', now()) on conflict do nothing`,
    [derivedId(`file:${businessId}`), businessId, businessTable, businessId],
  );
}

/** Commands of applications of students, of every kind. */
export const studentApplicationSamples: CommandSamples = Object.fromEntries(
  forms.flatMap(({ kind, form, by, applicant = people.clerk }): [string, CommandSample][] => {
    const sent = async (t: TestApp, n: number) => {
      const applyId = derivedId(`${kind.group}-${String(n)}`);
      if (kind.files.required) await attachFile(t, kind.files.businessTable, applyId);
      return { applyId, ...(await form(t, n)) };
    };
    const apply: CommandSample = {
      prepare: async (t, n) => ({ payload: await sent(t, n), envelope: { actor: applicant } }),
    };
    const revoke: CommandSample = {
      async prepare(t, n) {
        const payload = await sent(t, n);
        await t.accept(kind.commands.apply.name, payload, { actor: applicant });
        const decision = { applyId: payload.applyId, approvalStatus: '0', approvalOpinion: '同意' };
        for (const [revision, actor] of by.entries())
          await t.accept('application.decide', { ...decision, revision }, { actor });
        return { payload: { applyId: payload.applyId, reason: '学生放弃' }, envelope: { actor: people.office } };
      },
    };
    return [
      [kind.commands.apply.name, apply],
      [kind.commands.revoke.name, revoke],
    ];
  }),
);
