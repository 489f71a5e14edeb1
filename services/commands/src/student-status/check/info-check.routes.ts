import type { z } from 'zod';
import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import {
  mayOpenAgain,
  type AskedRequest,
  type BusinessRequestState,
} from '@jwxt/contracts/approval/business-request.state.ts';
import { infoCheck, type InfoCheckRequest } from '@jwxt/contracts/approval/info-check.events.ts';
import { applyForInfoCheck, confirmOwnInfo } from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import { INFO_CHECK_FILES, studentOfCheckFile } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { applicationId, derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { findInfoCheckWindow } from '@jwxt/infra/runtime/info-check-window.ts';
import type { Turn } from '../../approval/shared/apply-for-request.ts';
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
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { infoOpenDecider, infoReplaceDecider } from './info-check.decider.ts';
import { infoCheckRequestOf } from './info-check-request.ts';

type Form = z.output<typeof applyForInfoCheck.payload>;

/** Proposing changes of a student's data, and saying that the own is right (STUDENT-STATUS-21). */
export const infoCheckRoutes: readonly CommandRoute[] = [
  defineRoute(applyForInfoCheck, (form, context, services) =>
    bindingFiles(
      services.pool,
      { businessTable: INFO_CHECK_FILES, businessId: form.fileId, uploader: context.actor.userName },
      (files) => apply(form, files, context, services),
    ),
  ),
  defineRoute(confirmOwnInfo, ({ checkTimeId }, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      const { studentCode } = context.actor;
      const open = studentCode === null ? undefined : await findInfoCheckWindow(client, studentCode, context.time);
      if (studentCode === null || open?.open !== true || open.checkTimeId !== checkTimeId)
        return refuse('INFO_CHECK_NO_TIME');
      if (open.confirmedAt !== null) return refuse('INFO_CHECK_CONFIRMED');
      await client.query('insert into base.info_check_confirmation values ($1, $2, $3)', [
        checkTimeId,
        studentCode,
        context.time,
      ]);
      await logOperations(client, context, 'confirm', 'infoCheckTime', [
        { key: checkTimeId, before: null, after: { student_code: studentCode } },
      ]);
      return { checkTimeId };
    }),
  ),
];

/**
 * Evidence is attached until it is sent, and again by its applicant while every application that has it is back with
 * him, or was until another one was begun; what was sent with an application stays with it.
 */
export const infoCheckFileRule: FileRule = {
  businessTable: INFO_CHECK_FILES,
  async refuses({ businessId, client, context, services: { handler } }) {
    const { rowCount } = await client.query(
      'select from base.file_resource where business_table = $1 and business_id = $2 and kept limit 1',
      [INFO_CHECK_FILES, businessId],
    );
    if (rowCount === 0) return null;
    const studentId = studentOfCheckFile(businessId);
    const having = studentId === null ? [] : await checksWith(businessId, studentId, handler);
    const isBack = having.every(({ status }) => mayOpenAgain(status) || status === 'replaced');
    if (having.length === 0 || !isBack) return refuse('FILE_LOCKED');
    return having.every(({ request }) => request.application.applicant.userName === context.actor.userName)
      ? null
      : refuse('FILE_READ_ONLY');
  },
};

/** The checks of a student that were sent with some evidence, as they stand in their streams. */
async function checksWith(
  fileId: string,
  studentId: string,
  { read }: CommandServices['handler'],
): Promise<AskedRequest<InfoCheckRequest>[]> {
  const found: AskedRequest<InfoCheckRequest>[] = [];
  for (let number = 1; ; number += 1) {
    const { state } = await read(infoCheck.streamOf(numberedPlace(studentId, number)), infoCheck.streams);
    if (state.status === 'none') return found;
    if (state.request.fileId === fileId) found.push(state);
  }
}

const numberedPlace = (studentId: string, number: number): string =>
  applicationId({ stream: `infoCheck-of-${studentId}`, commandId: String(number) });

async function apply(
  form: Form,
  files: readonly AttachedFile[],
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ applyId: string }> | Refused> {
  const { applyId, replaces } = await placeOf(form.studentId, context, services);
  const stream = infoCheck.streamOf(applyId);
  const { state, applied } = await services.handler.read(stream, infoCheck.streams);
  const request: InfoCheckRequest | Refused =
    state.status !== 'none' && (applied.has(context.commandId) || !mayOpenAgain(state.status))
      ? state.request
      : await infoCheckRequestOf(form, { turn: turnAt(applyId, state), files }, context, services);
  if (isRefused(request)) return request;
  const refused = replaces === null ? null : await replace(replaces, applyId, context, services);
  const done =
    refused ??
    (await services.handler.execute({
      stream,
      decider: infoOpenDecider,
      command: { request },
      context,
      facts: () => undefined,
    }));
  if (!isRefused(done)) return { result: { applyId }, position: done.position };
  // Who was first may have left another place, or says there since when he has it.
  const { applyId: now } = await placeOf(form.studentId, context, services);
  return now === applyId ? done : await apply(form, files, context, services);
}

/** Ends a check that is back, for the one at `byApplyId`; or says that it has gone on. */
async function replace(
  applyId: string,
  byApplyId: string,
  context: CommandContext,
  { handler }: CommandServices,
): Promise<Refused | null> {
  const done = await handler.execute({
    stream: infoCheck.streamOf(applyId),
    decider: infoReplaceDecider,
    command: { byApplyId },
    context: partOf(context, 'replace'),
    facts: () => undefined,
  });
  return isRefused(done) ? done : null;
}

/** The next round at a place: the first, or, of what was taken back, the one after. */
function turnAt(applyId: string, state: BusinessRequestState<InfoCheckRequest>): Turn {
  if (state.status === 'none') return { applyId, round: 1 };
  const { round, process } = state.request.application;
  return { applyId, round: round + 1, processVersion: process.processVersion };
}

/** Where a check goes, and the one before it that somebody else could go on with, which has to end first. */
interface Place {
  readonly applyId: string;
  readonly replaces: string | null;
}

/**
 * Where a check of a student goes. The checks of a student are numbered and each number gives an id, so that two that
 * are asked for at once meet in one stream, and an open one is found without a list. The last one goes on where who
 * asked for it has taken it back; for anybody else it ends there, and the next number is a new one. A command that is
 * sent again finds the place that it took, also the one that it had when ids came from the command alone.
 */
async function placeOf(
  studentId: string,
  { commandId, actor: { userName } }: CommandContext,
  { handler }: CommandServices,
): Promise<Place> {
  const former = derivedId(`${commandId}:application`);
  if ((await handler.read(infoCheck.streamOf(former), infoCheck.streams)).applied.has(commandId))
    return { applyId: former, replaces: null };
  let back: { readonly applyId: string; readonly isOwn: boolean } | null = null;
  for (let number = 1; ; number += 1) {
    const applyId = numberedPlace(studentId, number);
    const { state, applied } = await handler.read(infoCheck.streamOf(applyId), infoCheck.streams);
    if (state.status === 'none')
      return back?.isOwn ? { applyId: back.applyId, replaces: null } : { applyId, replaces: back?.applyId ?? null };
    if (state.status === 'requested' || applied.has(commandId)) return { applyId, replaces: null };
    back = mayOpenAgain(state.status)
      ? { applyId, isOwn: state.request.application.applicant.userName === userName }
      : null;
  }
}
