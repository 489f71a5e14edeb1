import { decideApplication } from '@jwxt/contracts/approval/application.command.ts';
import { applyForDeferredExam } from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { DEFERRED_EXAM_FILES } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { CommandSender, SendOptions } from '../base-data/command-sender.ts';
import { deferredExamId, derivedId } from '../runtime/event-id.ts';
import type { FileStore } from '../runtime/file-store.ts';
import type { DemoAccounts } from './account.ts';
import { attachText } from './certificate.ts';
import { keyOfCourse, type DemoStudent, type DemoTeachingClass } from './enrolment.ts';

/** What the story is told with. */
interface Telling {
  readonly sender: CommandSender;
  readonly accounts: DemoAccounts;
  readonly files: FileStore;
}

/** Who asks to sit the exam of which class later. */
interface Wanted {
  readonly teachingClass: DemoTeachingClass;
  readonly student: DemoStudent;
  /** The student himself, or the clerk of his unit. */
  readonly applicant: Actor;
  readonly ill: boolean;
}

/** A step of the story under its name. */
type Step = (part: string) => Pick<SendOptions, 'commandId' | 'at'>;

/** Asks to sit an exam later, with a certificate where somebody is ill. Answers the application. */
export async function tellDeferralWanted(
  stage: Telling,
  { teachingClass, student, applicant, ill }: Wanted,
  step: Step,
): Promise<string> {
  const { teachingClassId, course, semester } = teachingClass;
  const { studentCode, studentName } = student;
  const applyId = deferredExamId({ studentCode, courseId: keyOfCourse(course), semesterId: semester.xnxq }, 1);
  const permission: PermissionCode = 'deferredExamApply:apply';
  const applied = { ...step('defer'), actor: applicant, permission };
  if (ill)
    await attachText(
      stage,
      {
        businessTable: DEFERRED_EXAM_FILES,
        businessId: applyId,
        name: '诊断证明',
        lines: ['诊断证明', '', `姓名：${studentName}`, '诊断：急性阑尾炎，住院治疗', '建议：休息两周'],
      },
      { ...applied, commandId: derivedId(`demo-file:${applyId}:record`) },
    );
  await stage.sender.send(
    applyForDeferredExam,
    {
      studentId: studentCode,
      teachingClassId,
      deferredReasonCode: ill ? '1' : '2',
      reasonText: ill ? '急性阑尾炎住院，无法参加考试' : '与另一门课程的考试时间冲突',
      applyId,
    },
    applied,
  );
  return applyId;
}

/** A clerk asks for a student, and the unit that opens the course gives leave: the sheet says 缓考. */
export async function tellDeferral(stage: Telling, wanted: Omit<Wanted, 'applicant'>, step: Step): Promise<void> {
  const applicant = stage.accounts.clerk(wanted.student.dwh);
  const applyId = await tellDeferralWanted(stage, { ...wanted, applicant }, step);
  await stage.sender.send(
    decideApplication,
    { applyId, revision: 0, approvalStatus: '0', approvalOpinion: '情况属实，同意缓考' },
    {
      ...step('leave'),
      actor: stage.accounts.dean(wanted.teachingClass.course.kkxy),
      permission: 'system:approve',
    },
  );
}
