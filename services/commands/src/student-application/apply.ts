import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { unitOfClass } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import {
  studentApplication,
  type ApplyingStudent,
  type PreparedApplication,
  type StudentApplicationRequest,
} from '@jwxt/contracts/student-application/student-application.events.ts';
import { firstNotAllowed } from '@jwxt/infra/runtime/status-allowance.ts';
import { draftRequest, type Turn } from '../approval/shared/apply-for-request.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandDone, CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, refuseField, type Refused } from '../kernel/refusal.ts';
import { loadApplicationTimes, windowText } from '../score-setting/shared/application-times.facts.ts';
import { studentApplicationDecider } from './student-application.decider.ts';
import { loadApplyingStudent } from './student-application.facts.ts';
import type { StudentApplicationRules } from './student-application-rules.ts';
import { claimSubject } from './subject-claim.ts';

interface Sent {
  readonly applyId: string;
  readonly studentId: string;
  readonly form: WireRow;
}

/** Sends an application for the first time, or again after it came back. Repeated, it carries out what it first was. */
export async function apply(
  rules: StudentApplicationRules,
  sent: Sent,
  files: readonly AttachedFile[],
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  const { applyId } = sent;
  const stream = studentApplication.streamOf(applyId);
  const { state, applied } = await services.handler.read(stream, studentApplication.streams);
  const known = state.status === 'none' ? null : state.request;
  let request: StudentApplicationRequest | Refused;
  if (known && applied.has(context.commandId)) request = known;
  else if (known && !mayOpenAgain(state.status)) return refuse('STUDENT_APPLICATION_NOT_EDITABLE');
  else {
    const turn: Turn = known
      ? {
          applyId,
          round: known.application.round + 1,
          processVersion: known.application.process.processVersion,
        }
      : { applyId, round: 1 };
    request = await requestOf(rules, { sent, files, turn }, context, services);
  }
  if (isRefused(request)) return request;
  const done = await services.handler.execute({
    stream,
    decider: studentApplicationDecider,
    command: { type: 'open', request },
    context,
    facts: () => undefined,
  });
  return isRefused(done) ? done : { result: { applyId }, position: done.position };
}

interface Sending {
  readonly sent: Sent;
  readonly files: readonly AttachedFile[];
  readonly turn: Turn;
}

/** Everything that is asked for, whose subject is claimed, or why it cannot be asked. */
async function requestOf(
  { kind, prepare, figures }: StudentApplicationRules,
  { sent: { applyId, studentId, form }, files, turn }: Sending,
  context: CommandContext,
  services: CommandServices,
): Promise<StudentApplicationRequest | Refused> {
  const { actor, time } = context;
  if (actor.studentCode !== null && (actor.studentCode !== studentId || !kind.byStudent)) return refuse('OUT_OF_SCOPE');
  const student = await loadApplyingStudent(services.pool, studentId);
  if (!student) return refuseField('STUDENT_APPLICATION_STUDENT_UNKNOWN', {}, 'studentId');
  const barred = await firstNotAllowed(services.pool, [studentId], 'apply');
  if (barred) return refuse('STATUS_FORBIDS', { ...barred });
  const prepared = await prepare({ form, student, context, services });
  if (isRefused(prepared)) return prepared;
  if (kind.timeType !== null) {
    const times = await loadApplicationTimes(services.pool, kind.timeType, { ...student, ...prepared }, time);
    if (times && !times.some(({ state }) => state === 'open'))
      return refuse('STUDENT_APPLICATION_CLOSED', { name: kind.name, window: windowText(times) });
  }
  if (kind.files.required && files.length === 0) return refuseField('STUDENT_APPLICATION_NEEDS_FILE', {}, 'files');
  const application = await draftRequest(
    { processNo: kind.processNo, businessTable: kind.files.businessTable },
    turn,
    context,
    services,
    {
      ...(prepared.teachingClassId === null ? {} : { teachingClassId: prepared.teachingClassId }),
      units: {
        XSDW: student.departmentId,
        KKDW: prepared.openDepartmentId,
        JSDW: prepared.facts['receivingDepartmentId'] ?? null,
        XZB: unitOfClass(student.bjdm),
      },
      figures: { byStudent: actor.studentCode !== null, ...(await figures?.({ form, student, context, services })) },
      content: contentOf(kind.name, student, prepared, files),
      business: { ...student, ...prepared },
    },
  );
  if (isRefused(application)) return application;
  const taken = await claimSubject({ kind, applyId, student, prepared }, context, services);
  return (
    taken ?? {
      applyId,
      processNo: kind.processNo,
      ...student,
      ...prepared,
      form: form as StudentApplicationRequest['form'],
      application,
    }
  );
}

function contentOf(
  name: string,
  student: ApplyingStudent,
  { subjectName, details }: PreparedApplication,
  files: readonly AttachedFile[],
): { title: string; pieces: { label: string; value: string }[]; differences: []; files?: AttachedFile[] } {
  return {
    title: `${studentWithNumber(student)}：${name}“${subjectName}”`,
    pieces: [
      { label: '学生', value: studentWithNumber(student) },
      { label: '班级', value: student.studentClassName },
      ...details,
    ],
    differences: [],
    ...(files.length === 0 ? {} : { files: [...files] }),
  };
}
