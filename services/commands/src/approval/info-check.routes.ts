import type { z } from 'zod';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import {
  checkedFields,
  infoCheck,
  type InfoChange,
  type InfoCheckRequest,
} from '@jwxt/contracts/approval/info-check.events.ts';
import { applyForInfoCheck, toggleInfoChange } from '@jwxt/contracts/approval/info-check.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { applicationId, derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { draftRequest } from './shared/apply-for-request.ts';
import type { CommandsArea } from '../kernel/area.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { mayNotDecide } from './application.decider.ts';
import { settleInfoCheck } from './info-check-effect.ts';
import { infoOpenDecider, infoToggleDecider } from './info-check.decider.ts';

type Form = z.output<typeof applyForInfoCheck.payload>;

/** Asking for a check, its rows, and what becomes of it. */
export const infoCheckRequests: CommandsArea = {
  routes: [
    defineRoute(applyForInfoCheck, async (form, context, services) => {
      const applyId = await placeOf(form.studentId, context, services);
      const stream = infoCheck.streamOf(applyId);
      const { state } = await services.handler.read(stream, infoCheck.streams);
      const request = state.status === 'none' ? await requestOf(form, applyId, context, services) : state.request;
      if (isRefused(request)) return request;
      const done = await services.handler.execute({
        stream,
        decider: infoOpenDecider,
        command: { request },
        context,
        facts: () => undefined,
      });
      return isRefused(done) ? done : { result: { applyId }, position: done.position };
    }),
    defineRoute(toggleInfoChange, async ({ id }, context, services) => {
      const [applyId = ''] = id.split(':');
      const done = await services.handler.execute({
        stream: infoCheck.streamOf(applyId),
        decider: infoToggleDecider,
        command: { id },
        context,
        facts: async () => ({ approver: await decidesNow(applyId, context.actor.userName, services) }),
      });
      if (isRefused(done)) return done;
      const row = done.state.status === 'none' ? undefined : done.state.request.rows.find((one) => one.id === id);
      if (!row) throw new Error(`${context.commandId} has not changed ${id}, and was not refused`);
      return { result: { id, isEffective: row.isEffective }, position: done.position };
    }),
  ],
  policies: [settleInfoCheck],
};

/**
 * Where a check of a student goes. The checks of a student are numbered and each number gives an id, so that two that
 * are asked for at once meet in one stream, and an open one is found without a list. A command that is sent again finds
 * the place that it took, also the one that it had when ids came from the command alone.
 */
async function placeOf(
  studentId: string,
  { commandId }: CommandContext,
  { handler }: CommandServices,
): Promise<string> {
  const former = derivedId(`${commandId}:application`);
  if ((await handler.read(infoCheck.streamOf(former), infoCheck.streams)).applied.has(commandId)) return former;
  for (let number = 1; ; number += 1) {
    const applyId = applicationId({ stream: `infoCheck-of-${studentId}`, commandId: String(number) });
    const { state, applied } = await handler.read(infoCheck.streamOf(applyId), infoCheck.streams);
    if (state.status === 'none' || state.status === 'requested' || applied.has(commandId)) return applyId;
  }
}

/** Whether a person might decide the application at this moment, in his own right. */
async function decidesNow(
  applyId: string,
  userName: string,
  { handler, isCandidate }: CommandServices,
): Promise<boolean> {
  const { state } = await handler.read(applicationStream(applyId), applicationStreams);
  if (
    state.phase !== 'inApproval' ||
    mayNotDecide(state.draft, userName) ||
    state.endorsedBy.includes(userName) ||
    (state.assignee && state.assignee.userName !== userName)
  )
    return false;
  return isCandidate(userName, state.node);
}

interface StudentRow {
  studentCode: string;
  studentNumber: string;
  studentName: string;
  xmpy: string | null;
  xbm: string;
  departmentId: string;
}

async function requestOf(
  { studentId, changes }: Form,
  applyId: string,
  context: CommandContext,
  services: CommandServices,
): Promise<InfoCheckRequest | Refused> {
  const { actor } = context;
  const student = await loadStudent(services.pool, studentId);
  if (!student) return refuse('RECOGNITION_NO_STUDENT');
  if (actor.studentCode !== null && actor.studentCode !== student.studentCode) return refuse('OUT_OF_SCOPE');
  const rows: InfoChange[] = [];
  for (const { updateFieldCode, updateFieldValue, updateInfo } of changes) {
    const { label } = checkedFields[updateFieldCode];
    const preUpdateFieldValue = student[updateFieldCode] ?? '';
    if (rows.some((row) => row.updateFieldCode === updateFieldCode))
      return refuse('INFO_CHECK_TWICE', { field: label });
    if (preUpdateFieldValue === updateFieldValue) return refuse('INFO_CHECK_SAME', { field: label });
    rows.push({
      id: `${applyId}:${updateFieldCode}`,
      applyId,
      updateField: label,
      updateFieldCode,
      updateInfo,
      preUpdateFieldValue,
      updateFieldValue,
      isEffective: yesNo.yes,
    });
  }
  const { studentCode, studentNumber, studentName, departmentId } = student;
  const application = await draftRequest(infoCheck, { applyId, round: 1 }, context, services, {
    units: { XSDW: departmentId },
    figures: { keyField: rows.some((row) => checkedFields[row.updateFieldCode].key) },
    content: {
      title: `${studentName}(${studentNumber})：变更${rows.map((row) => row.updateField).join('、')}`,
      pieces: [
        { label: '学生', value: `${studentName}(${studentNumber})` },
        { label: '字段数', value: String(rows.length) },
        {
          label: '变更项',
          value: rows
            .map((row) => `${row.updateField} ${row.preUpdateFieldValue || '（空）'} → ${row.updateFieldValue}`)
            .join('；'),
        },
      ],
      differences: [],
    },
    business: rows,
  });
  if (isRefused(application)) return application;
  return { applyId, studentCode, studentNumber, studentName, departmentId, rows, application };
}

async function loadStudent(db: Queryable, studentCode: string): Promise<StudentRow | undefined> {
  const { rows } = await db.query<StudentRow>(
    `select student_code as "studentCode", student_number as "studentNumber", student_name as "studentName", xmpy, xbm,
        dwh as "departmentId"
      from base.student where student_code = $1`,
    [studentCode],
  );
  return rows[0];
}
