import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import type { z } from 'zod';
import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import { afterOf, changeTypes, type ChangeForm } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import {
  statusChangeRequests,
  type StatusChangeRequest,
} from '@jwxt/contracts/student-status/change/status-change.events.ts';
import {
  applyOwnStatusChange,
  cancelStatusChange,
  implementStatusChange,
  submitStatusChange,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { STATUS_CHANGE_FILES } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { statusAllows } from '@jwxt/contracts/student-status/status.rules.ts';
import { studentStatusStream } from '@jwxt/contracts/student-status/change/student-status.events.ts';
import { changedStanding, loadChangingStudent, standingAfter } from '@jwxt/infra/runtime/status-change-facts.ts';
import { inTransaction, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyForRequest, draftRequest, type Turn } from '../../approval/shared/apply-for-request.ts';
import { bindingFiles } from '../../file/shared/attached-files.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { partOf, type CommandContext } from '../../kernel/command-context.ts';
import {
  defineRoute,
  type CommandDone,
  type CommandRoute,
  type CommandServices,
  type FileRule,
} from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { reserve } from '../../system-setting/shared/code-reservation.ts';
import { markUsed } from '../../system-setting/shared/code-use.ts';
import { askerOf, derivedOf, isWritable, judge, openChange } from './status-change-checks.ts';
import { keepStatusChange, recordImplemented } from './status-change-row.ts';
import { statusChangeDecider, studentStatusDecider } from './status-change.decider.ts';

/** A saved application as its row has it. */
interface Kept extends ChangeForm {
  readonly studentCode: string;
  readonly reasonText: string;
  readonly approvalStatus: string;
  readonly applicantUser: string | null;
}

const keptSql = `select student_code as "studentCode", change_type as "changeType", change_reason as "changeReason",
  reason_text as "reasonText", effective_date::text as "effectiveDate", end_date::text as "endDate",
  class_after as "classAfter", student_type_after as "studentTypeAfter", chosen_status as "chosenStatus",
  target_school as "targetSchool", approval_status as "approvalStatus", applicant_user as "applicantUser"
  from base.status_change where apply_id = $1`;

/** Changes of status are sent, implemented and taken back (STUDENT-STATUS-16). */
export const statusChangeRoutes: readonly CommandRoute[] = [
  defineRoute(submitStatusChange, ({ applyId }, context, services) => sent(applyId, context, services)),
  defineRoute(applyOwnStatusChange, async (form, context, services) => {
    const written = await inTransaction(services.pool, (client) => writeOwn(client, form, context));
    return isRefused(written) ? written : sent(form.applyId, context, services);
  }),
  defineRoute(implementStatusChange, implement),
  defineRoute(cancelStatusChange, cancel),
];

/** Attachments are changed while nothing is sent, or what was sent came back. */
export const statusChangeFileRule: FileRule = {
  businessTable: STATUS_CHANGE_FILES,
  async refuses({ businessId, services }) {
    const { state } = await services.handler.read(
      statusChangeRequests.streamOf(businessId),
      statusChangeRequests.streams,
    );
    return state.status === 'none' || mayOpenAgain(state.status) ? null : refuse('FILE_LOCKED');
  },
};

async function sent(
  applyId: string,
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  const done = await bindingFiles(
    services.pool,
    { businessTable: STATUS_CHANGE_FILES, businessId: applyId, uploader: context.actor.userName },
    (files) => submit(applyId, files, context, services),
  );
  // At once, so that lists show it; a policy does it where this does not come to pass.
  await keepStatusChange(services, applyId);
  return done;
}

async function submit(
  applyId: string,
  files: readonly AttachedFile[],
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  return applyForRequest(
    {
      kind: statusChangeRequests,
      decider: statusChangeDecider,
      notEditable: 'STATUS_CHANGE_NOT_EDITABLE',
      rowId: applyId,
      requestOf: (turn) => requestOf(turn, files, context, services),
    },
    context,
    services,
  );
}

/** Everything that is asked for, by how the student stands now; from here on the row is in approval. */
async function requestOf(
  turn: Turn,
  files: readonly AttachedFile[],
  context: CommandContext,
  services: CommandServices,
): Promise<StatusChangeRequest | Refused> {
  const { applyId } = turn;
  return inTransaction(services.pool, async (client) => {
    // One change of a student at a time: whoever sends another one waits here.
    await client.query('select pg_advisory_xact_lock(hashtext($1))', ['resource:statusChange']);
    const { rows } = await client.query<Kept>(keptSql, [applyId]);
    const [kept] = rows;
    if (!kept) return refuse('STATUS_CHANGE_GONE');
    const { studentCode } = kept;
    const asked = { studentCode, applyId, form: kept };
    const open = await openChange(client, studentCode, applyId);
    if (open !== null) return refuse('STATUS_CHANGE_OPEN', { name: open });
    const { problems, student } = await judge(client, asked, {
      asker: askerOf(context.actor),
      hasFile: files.length > 0,
    });
    if (problems.length > 0 || !student) return refuse('INVALID_INPUT', {}, { fieldErrors: problems });
    const { standing } = student;
    const changed = afterOf(kept);
    const after = await standingAfter(client, standing, changed);
    const names = await namesOf(client, kept);
    const type = changeTypes[kept.changeType];
    const content = {
      applyId,
      studentCode,
      studentNumber: student.studentNumber,
      studentName: student.studentName,
      changeType: kept.changeType,
      ...names,
      changeReason: kept.changeReason,
      reasonText: kept.reasonText,
      effectiveDate: kept.effectiveDate,
      endDate: kept.endDate,
      targetSchool: kept.targetSchool,
      before: standing,
      after,
      inSchoolAfter:
        changed.inSchool ??
        (changed.status === undefined ? student.inSchool : statusAllows(changed.status, 'inSchool')),
      changes: [
        ...(changed.status === undefined ? [] : ['status' as const]),
        ...(changed.bjdm === undefined ? [] : ['class' as const]),
        ...(changed.studentType === undefined ? [] : ['studentType' as const]),
      ],
    };
    const elsewhere = after.departmentId !== standing.departmentId;
    const application = await draftRequest(statusChangeRequests, turn, context, services, {
      units: { XSDW: standing.departmentId, ...(elsewhere ? { JSDW: after.departmentId } : {}) },
      figures: {
        byStudent: context.actor.studentCode !== null,
        otherUnit: elsewhere,
        officeDecides: type?.chain !== 'unit',
        schoolDecides: type?.chain === 'decision',
      },
      content: {
        title: `${studentWithNumber(student)}${names.changeTypeName}`,
        pieces: piecesOf(content),
        differences: [],
        ...(files.length === 0 ? {} : { files: [...files] }),
      },
      business: content,
    });
    return isRefused(application) ? application : { ...content, application };
  });
}

const piecesOf = (asked: Omit<StatusChangeRequest, 'application'>) => [
  { label: '学生', value: studentWithNumber(asked) },
  { label: '异动类别', value: asked.changeTypeName },
  { label: '异动原因', value: asked.changeReasonName },
  { label: '异动日期', value: asked.effectiveDate },
  ...(asked.endDate === null ? [] : [{ label: '截止日期', value: asked.endDate }]),
  ...(asked.before.status === asked.after.status
    ? []
    : [{ label: '学籍状态', value: `${asked.before.statusName} → ${asked.after.statusName}` }]),
  ...(asked.before.bjdm === asked.after.bjdm
    ? []
    : [{ label: '行政班', value: `${asked.before.className} → ${asked.after.className}` }]),
  ...(asked.before.njzydm === asked.after.njzydm
    ? []
    : [{ label: '年级专业', value: `${asked.before.gradeMajorName} → ${asked.after.gradeMajorName}` }]),
  ...(asked.targetSchool === null ? [] : [{ label: '去向或来源学校', value: asked.targetSchool }]),
  { label: '说明', value: asked.reasonText },
];

async function namesOf(client: PoolClient, { changeType, changeReason }: Kept) {
  const { rows } = await client.query<{ category: string; name: string }>(
    `select dmlb as category, mc as name from base.data_dict
      where dmlb = 'XJ_YDLB' and dm = $1 or dmlb = 'XJ_YDYY' and dm = $2`,
    [changeType, changeReason],
  );
  const of = (category: string) => rows.find((row) => row.category === category)?.name;
  return {
    changeTypeName: of('XJ_YDLB') ?? changeTypes[changeType]?.name ?? changeType,
    changeReasonName: of('XJ_YDYY') ?? changeReason,
  };
}

/** Writes what a student asks for himself, new or after it came back. */
async function writeOwn(
  client: PoolClient,
  { applyId, reasonText, ...asked }: z.output<typeof applyOwnStatusChange.payload>,
  context: CommandContext,
): Promise<Refused | null> {
  const { studentCode } = context.actor;
  if (studentCode === null) return refuse('NOT_FOUND');
  await client.query('select pg_advisory_xact_lock(hashtext($1))', ['resource:statusChange']);
  const { rows } = await client.query<Kept>(keptSql, [applyId]);
  const [known] = rows;
  if (known && known.applicantUser !== context.actor.userName) return refuse('STATUS_CHANGE_GONE');
  // In approval already: a repetition, which finds it so.
  if (known && !isWritable(known.approvalStatus)) return null;
  const form: ChangeForm = { ...asked, studentTypeAfter: null, chosenStatus: null };
  const { rows: files } = await client.query(
    `select from base.file_resource where business_table = $1 and business_id = $2 and uploader = $3
      and removed_at is null limit 1`,
    [STATUS_CHANGE_FILES, applyId, context.actor.userName],
  );
  const { problems } = await judge(
    client,
    { studentCode, applyId, form },
    { asker: 'student', hasFile: files.length > 0 },
  );
  if (problems.length > 0) return refuse('INVALID_INPUT', {}, { fieldErrors: problems });
  const derived = await derivedOf(client, studentCode, form);
  const { rows: stored } = await client.query<{ after: object }>(
    `insert into base.status_change as stored (apply_id, student_code, change_type, change_reason, reason_text,
        effective_date, end_date, class_after, target_school, status_after, status_before, class_before,
        grade_major_before, department_before, student_type_before, semester_id, applicant_user, applicant_name,
        written_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
      on conflict (apply_id) do update set change_type = excluded.change_type, change_reason = excluded.change_reason,
        reason_text = excluded.reason_text, effective_date = excluded.effective_date, end_date = excluded.end_date,
        class_after = excluded.class_after, target_school = excluded.target_school,
        status_after = excluded.status_after, status_before = excluded.status_before,
        class_before = excluded.class_before, grade_major_before = excluded.grade_major_before,
        department_before = excluded.department_before, student_type_before = excluded.student_type_before,
        semester_id = excluded.semester_id
      returning to_jsonb(stored) as after`,
    [
      applyId,
      studentCode,
      form.changeType,
      form.changeReason,
      reasonText,
      form.effectiveDate,
      form.endDate,
      form.classAfter,
      form.targetSchool,
      derived['statusAfter'],
      derived['statusBefore'],
      derived['classBefore'],
      derived['gradeMajorBefore'],
      derived['departmentBefore'],
      derived['studentTypeBefore'],
      derived['semesterId'],
      context.actor.userName,
      context.actor.name,
      context.time,
    ],
  );
  await logOperations(client, context, known ? 'update' : 'create', 'statusChange', [
    { key: applyId, before: known ?? null, after: stored[0]?.after ?? null },
  ]);
  return null;
}

type Implemented = CommandDone<{ applyId: string }> | Refused;

/** Implements what passed, while the student is what it was asked for; the document gets its number (once). */
async function implement(
  { applyId, documentNumber, documentDate }: z.output<typeof implementStatusChange.payload>,
  context: CommandContext,
  services: CommandServices,
): Promise<Implemented> {
  const { state } = await services.handler.read(statusChangeRequests.streamOf(applyId), statusChangeRequests.streams);
  if (state.status === 'none') return refuse('STATUS_CHANGE_GONE');
  if (state.status !== 'effected') return refuse('STATUS_CHANGE_NOT_PASSED');
  const { request } = state;
  const known = await services.handler.read(studentStatusStream(request.studentCode), studentStatusDecider.streams);
  const repeated = known.applied.has(context.commandId);
  const student = await loadChangingStudent(services.pool, request.studentCode);
  const changed = student === undefined ? ['学生已不存在'] : changedStanding(request.before, student.standing);
  if (!repeated && changed.length === 0 && !known.state.changes.some((change) => change.applyId === applyId)) {
    const numbered = await numberOf({ request, documentNumber, documentDate }, context, services);
    if (isRefused(numbered)) return numbered;
    return settle(numbered);
  }
  return settle(null);

  async function settle(document: { number: string; date: string } | null): Promise<Implemented> {
    const changedTo = changedBy(request);
    const done = await services.handler.execute({
      stream: studentStatusStream(request.studentCode),
      decider: studentStatusDecider,
      command: { type: 'implement', request, changedTo, document },
      context,
      facts: () => ({
        changed,
        today: toDateTimeText(context.time).slice(0, 10),
        changeTypeName: request.changeTypeName,
      }),
    });
    if (isRefused(done)) return done;
    await recordImplemented(services, { ...request, changedTo, document }, partOf(context, 'facts'));
    return { result: { applyId }, position: done.position };
  }
}

/** What a request says of the student: only what its kind changes. */
function changedBy({ changes, after, inSchoolAfter }: StatusChangeRequest) {
  return {
    ...(changes.includes('status') ? { status: after.status, inSchool: inSchoolAfter } : {}),
    ...(changes.includes('class') ? { bjdm: after.bjdm } : {}),
    ...(changes.includes('studentType') ? { studentType: after.studentType } : {}),
  };
}

/** The document by which a change is implemented: as given, or the next number of the rule; null: it needs none. */
async function numberOf(
  {
    request,
    documentNumber,
    documentDate,
  }: { request: StatusChangeRequest; documentNumber: string | null; documentDate: string | null },
  context: CommandContext,
  services: CommandServices,
): Promise<{ number: string; date: string } | null | Refused> {
  const date = documentDate ?? toDateTimeText(context.time).slice(0, 10);
  if (documentNumber !== null) {
    const { rowCount } = await services.pool.query(
      'select from base.status_change where document_number = $1 and apply_id <> $2',
      [documentNumber, request.applyId],
    );
    if (rowCount !== 0)
      return refuse('INVALID_INPUT', {}, { fieldErrors: [{ field: 'documentNumber', message: '该文号已使用' }] });
    return { number: documentNumber, date };
  }
  if (changeTypes[request.changeType]?.document !== true) return null;
  const made = await applyOnce(services.pool, partOf(context, 'document'), async (client) => {
    const values = { changeType: request.changeType, departmentBefore: request.before.departmentId };
    const reserved = await reserve(client, context, { objectType: '6', values });
    if (!isRefused(reserved)) await markUsed(client, '6', reserved.code);
    return reserved;
  });
  if (isRefused(made)) return refuseField('STATUS_CHANGE_DOCUMENT', {}, 'documentNumber');
  return { number: made.result.code, date };
}

/** Takes back what was implemented, before its day. */
async function cancel(
  { applyId, reason }: z.output<typeof cancelStatusChange.payload>,
  context: CommandContext,
  services: CommandServices,
): Promise<Implemented> {
  const { state } = await services.handler.read(statusChangeRequests.streamOf(applyId), statusChangeRequests.streams);
  if (state.status === 'none') return refuse('STATUS_CHANGE_GONE');
  const { studentCode, changeTypeName } = state.request;
  const done = await services.handler.execute({
    stream: studentStatusStream(studentCode),
    decider: studentStatusDecider,
    command: { type: 'cancel', applyId, studentCode, reason },
    context,
    facts: () => ({ changed: [], today: toDateTimeText(context.time).slice(0, 10), changeTypeName }),
  });
  if (isRefused(done)) return done;
  await keepStatusChange(services, applyId);
  return { result: { applyId }, position: done.position };
}
