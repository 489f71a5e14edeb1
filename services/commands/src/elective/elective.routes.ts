import type { z } from 'zod';
import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import {
  deleteElective,
  saveElective,
  setElectiveWindow,
  submitElective,
} from '@jwxt/contracts/elective/elective.command.ts';
import { electiveStream } from '@jwxt/contracts/elective/elective.events.ts';
import { COURSE_FILES, ELECTIVE_WINDOW, TEACHER_FILES } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { applicantOf } from '../approval/shared/application-draft.ts';
import { bindingFiles } from '../file/shared/attached-files.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import {
  defineRoute,
  type CommandDone,
  type CommandRoute,
  type CommandServices,
  type Policy,
} from '../kernel/command-route.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { electiveDecider, refusalToWrite } from './elective.decider.ts';
import { loadContent } from './elective.facts.ts';
import { settleElective } from './elective.policy.ts';
import { submissionOf } from './elective-request.ts';

type Submission = z.output<typeof submitElective.payload>;

/** Commands of public elective applications. */
export const electiveRoutes: readonly CommandRoute[] = [
  defineRoute(saveElective, async ({ planId, revision, form }, context, { handler, pool }) => {
    const done = await handler.execute({
      stream: electiveStream(planId),
      decider: electiveDecider,
      command: { type: 'save', planId, revision, userName: context.actor.userName },
      context,
      facts: async () => ({
        applicant: applicantOf(context.actor),
        form,
        shown: (await loadContent(pool, form)).shown,
      }),
    });
    return isRefused(done) ? done : { result: { planId, revision: done.revision }, position: done.position };
  }),
  defineRoute(submitElective, (payload, context, services) => {
    const owner = (businessTable: string) => ({
      businessTable,
      businessId: payload.planId,
      uploader: context.actor.userName,
    });
    return bindingFiles(services.pool, owner(TEACHER_FILES), (ofTeachers) =>
      bindingFiles(services.pool, owner(COURSE_FILES), (ofCourse) =>
        submit(payload, [...ofTeachers, ...ofCourse], context, services),
      ),
    );
  }),
  defineRoute(deleteElective, async ({ planId }, context, { handler }) => {
    const done = await handler.execute({
      stream: electiveStream(planId),
      decider: electiveDecider,
      command: { type: 'delete', userName: context.actor.userName },
      context,
      facts: () => undefined,
    });
    return isRefused(done) ? done : { result: { planId }, position: done.position };
  }),
  defineRoute(setElectiveWindow, (window, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      const { semesterId, departmentId, beginTime, endTime, reason } = window;
      if (beginTime >= endTime)
        return refuse(
          'ELECTIVE_WINDOW_ORDER',
          {},
          { fieldErrors: [{ field: 'endTime', message: '结束时间应晚于开始时间' }] },
        );
      const { rowCount } = await client.query(`select 1 from base.semester where xnxq = $1 and sfgd = '0'`, [
        semesterId,
      ]);
      if (rowCount === 0) return refuse('ELECTIVE_SEMESTER_CLOSED');
      // One change of windows at a time, as the commands of their rows do; a window may have been made as such a row.
      await client.query('select pg_advisory_xact_lock(hashtext($1))', ['resource:startTimeSet']);
      const {
        rows: [before],
      } = await client.query<{ key: string; begin_time: Date; end_time: Date }>(
        `select start_time_id as key, begin_time, end_time from base.start_time_set
          where semester_id = $1 and set_type = $2 and department_id is not distinct from $3
          order by sfqy desc, start_time_id limit 1 for update`,
        [semesterId, ELECTIVE_WINDOW, departmentId],
      );
      const startTimeId =
        before?.key ?? `${semesterId}.${ELECTIVE_WINDOW}${departmentId === null ? '' : `.${departmentId}`}`;
      await client.query(
        `insert into base.start_time_set (start_time_id, semester_id, set_type, department_id, begin_time, end_time)
          values ($1, $2, $3, $4, $5, $6)
       on conflict (start_time_id)
       do update set begin_time = excluded.begin_time, end_time = excluded.end_time, sfqy = '1'`,
        [startTimeId, semesterId, ELECTIVE_WINDOW, departmentId, beginTime, endTime],
      );
      await logOperations(client, context, before ? 'update' : 'create', 'startTimeSet', [
        { key: startTimeId, before: before ?? null, after: { beginTime, endTime, reason } },
      ]);
      return { startTimeId };
    }),
  ),
];

/** What the end of applications does to plans. */
export const electivePolicies: readonly Policy[] = [settleElective];

async function submit(
  { planId, revision, form }: Submission,
  files: readonly AttachedFile[],
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ planId: string }> | Refused> {
  const { userName } = context.actor;
  const done = await services.handler.execute({
    stream: electiveStream(planId),
    decider: electiveDecider,
    command: { type: 'submit', planId, revision, userName },
    context,
    // Nothing is claimed for somebody who may not write.
    facts: (state) =>
      refusalToWrite(state, userName, revision) ?? submissionOf(form, { state, planId, files }, context, services),
  });
  return isRefused(done) ? done : { result: { planId }, position: done.position };
}
