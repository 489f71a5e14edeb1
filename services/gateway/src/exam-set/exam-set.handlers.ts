import { classWithCourse } from '@jwxt/contracts/base-info/class-with-course.ts';
import { changeSettings, forceSubmitSheet, type SettingCapacity } from '@jwxt/contracts/exam-set/exam-set.command.ts';
import {
  batchAdjustment,
  batchHierarchyUpdate,
  batchRollback,
  forceBatchSubmit,
  hierarchySet,
  initSet,
  inputTimeUpdate,
  previewInitSet,
  quickSet,
  scoreRollback,
  subItemBatch,
  teacherSet,
  timeSet,
  adjusted,
} from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { startLongJob } from '@jwxt/contracts/system/long-job.command.ts';
import { comparedWith } from '../score/shared/earlier-scores.read.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { scopesOf, seesEverything } from '../kernel/scope.ts';
import { classCommand, forEachClass, forOneClass } from './class-batch.ts';
import { rollbackCommand } from './class-rollback.ts';
import { countClasses, listClasses } from './exam-set.read.ts';

const { regular } = scoreType;

/**
 * As whom a person sets under a permission: without a restriction the office, by own classes alone a teacher, else a
 * unit.
 */
export function capacityOf(
  { user, permission }: Pick<SignedInCall, 'user' | 'permission'>,
  code = permission,
): SettingCapacity {
  if (seesEverything(user, code)) return 'office';
  const scopes = scopesOf(user, code).map((scope) => scope.get('DW'));
  return scopes.every((scope) => scope === '$SELF') ? 'teacher' : 'unit';
}

const windowOf = ({
  scoreTermInputBeginTime,
  scoreTermInputEndTime,
}: {
  scoreTermInputBeginTime?: string | undefined;
  scoreTermInputEndTime?: string | undefined;
}) =>
  scoreTermInputBeginTime === undefined || scoreTermInputEndTime === undefined
    ? {}
    : { window: { begin: toInstant(scoreTermInputBeginTime), end: toInstant(scoreTermInputEndTime) } };

type Choices = {
  semesterId: string;
  departmentId?: string | undefined;
  courseNature?: string | undefined;
  overwrite: YesNo;
};

/** The one job of a semester that runs; two at once would only wait for each other. */
async function runningJob({ services }: SignedInCall, semesterId: string): Promise<string | null> {
  const { rows } = await services.db.query<{ job_id: string }>(
    `select job_id from base.long_job where kind = 'initSet' and status in ('0', '1') and payload ->> 'semesterId' = $1
      limit 1`,
    [semesterId],
  );
  return rows[0]?.job_id ?? null;
}

async function schoolWindow(
  { services }: SignedInCall,
  semesterId: string,
): Promise<{ begin: string; end: string } | null> {
  const { rows } = await services.db.query<{ begin: Date; end: Date }>(
    `select score_term_input_begin_time as begin, score_term_input_end_time as "end" from base.score_term_control
      where semester_id = $1 and score_type = '1' and sfqy = '1' and department_id is null and course_id is null
        and course_nature is null
      order by score_term_control_id limit 1`,
    [semesterId],
  );
  return rows[0] ? { begin: toDateTimeText(rows[0].begin), end: toDateTimeText(rows[0].end) } : null;
}

async function semesterName({ services }: SignedInCall, semesterId: string): Promise<string> {
  const { rows } = await services.db.query<{ xnxqmc: string }>('select xnxqmc from base.semester where xnxq = $1', [
    semesterId,
  ]);
  return rows[0]?.xnxqmc ?? semesterId;
}

const filterOf = ({ semesterId, departmentId, courseNature }: Choices) => ({
  scoreType: regular,
  semesterId,
  departmentId,
  courseNature,
});

/** What staff do with exam settings (EXAM-SET-03…16). */
export const examSetHandlers = [
  handler(previewInitSet, async (input, call) => {
    const { services, user, permission, now } = call;
    const figures = await countClasses(services.db, user, permission, filterOf(input), now);
    return {
      total: figures.total,
      unset: figures.unset,
      set: figures.set,
      started: figures.entering + figures.approving + figures.published,
      affected: figures.unset + (input.overwrite === yesNo.yes ? figures.set : 0),
      window: await schoolWindow(call, input.semesterId),
      runningJobId: await runningJob(call, input.semesterId),
    };
  }),
  handler(initSet, async (input, call) => {
    const { services, user, permission, now } = call;
    if (!(await schoolWindow(call, input.semesterId))) throw new Refused('SHEET_NO_TERM_WINDOW');
    const name = await semesterName(call, input.semesterId);
    // The same command again is the same job, also while it runs.
    const {
      rows: [known],
    } = await services.db.query('select from base.applied_command where command_id = $1', [input.commandId]);
    if (!known && (await runningJob(call, input.semesterId)) !== null)
      throw new Refused('EXAM_SET_RUNNING', { semester: name });
    const { list } = await listClasses(services.db, user, permission, filterOf(input), now);
    const items = list
      .filter((row) => row.sheetStatus === sheetStatus.unset || row.sheetStatus === sheetStatus.set)
      .map((row) => ({ itemKey: row.teachingClassId, itemName: classWithCourse(row) }));
    if (!known && items.length === 0) throw new Refused('EXAM_SET_SEMESTER_EMPTY');
    const { jobId, total } = await runCommand(
      startLongJob,
      {
        kind: 'initSet',
        title: `${name}成绩初始化`,
        payload: { scoreType: regular, overwrite: input.overwrite === yesNo.yes, semesterId: input.semesterId },
        items,
      },
      call,
      { commandId: input.commandId },
    );
    return { jobId, total };
  }),
  handler(teacherSet, (input, call) =>
    forOneClass(call, input, () =>
      classCommand(changeSettings, {
        teachingClassId: input.teachingClassId,
        scoreType: input.scoreType,
        capacity: capacityOf(call),
        teacherCode: input.teacherCode,
        reason: input.reason,
      }),
    ),
  ),
  handler(timeSet, (input, call) =>
    forOneClass(call, input, () =>
      classCommand(changeSettings, {
        teachingClassId: input.teachingClassId,
        scoreType: input.scoreType,
        capacity: capacityOf(call),
        ...windowOf(input),
        reason: input.reason,
      }),
    ),
  ),
  handler(inputTimeUpdate, (input, call) =>
    forOneClass(call, input, () =>
      classCommand(changeSettings, {
        teachingClassId: input.teachingClassId,
        scoreType: input.scoreType,
        capacity: capacityOf(call),
        extendTo: toInstant(input.scoreTermInputEndTime),
        reason: input.reason,
      }),
    ),
  ),
  handler(hierarchySet, (input, call) =>
    forOneClass(call, input, () =>
      classCommand(changeSettings, {
        teachingClassId: input.teachingClassId,
        scoreType: input.scoreType,
        capacity: capacityOf(call),
        scoreHierarchyCode: input.scoreHierarchyCode,
        reason: input.reason,
      }),
    ),
  ),
  handler(scoreRollback, (input, call) =>
    forOneClass(call, input, (reached) => rollbackCommand(call.services.db, input.commandId, input, reached)),
  ),
  handler(batchRollback, (input, call) =>
    forEachClass(call, input, (teachingClassId, reached, ownId) =>
      rollbackCommand(call.services.db, ownId, { ...input, teachingClassId }, reached),
    ),
  ),
  handler(forceBatchSubmit, (input, call) =>
    forEachClass(call, input, async (teachingClassId) =>
      classCommand(
        forceSubmitSheet,
        {
          teachingClassId,
          scoreType: input.scoreType,
          reason: input.reason,
          ...(await comparedWith(call.services.db, { teachingClassId, scoreType: input.scoreType })),
        },
        { tell: ({ warnings }) => (warnings.length === 0 ? '成功' : `成功，已告知审批人：${warnings.join('、')}`) },
      ),
    ),
  ),
  handler(quickSet, (input, call) => {
    const { scoreTemplateId, digit, reason } = input;
    if (scoreTemplateId === undefined && digit === undefined && input.scoreTermInputEndTime === undefined)
      throw new Refused('EXAM_SET_NOTHING');
    return forEachClass(call, input, (teachingClassId) =>
      classCommand(changeSettings, {
        teachingClassId,
        scoreType: input.scoreType,
        capacity: capacityOf(call),
        setUp: true,
        scoreTemplateId,
        digit,
        ...windowOf(input),
        reason,
      }),
    );
  }),
  handler(subItemBatch, (input, call) =>
    forEachClass(call, input, (teachingClassId) =>
      classCommand(changeSettings, {
        teachingClassId,
        scoreType: input.scoreType,
        capacity: capacityOf(call),
        items: input.items,
        reason: input.reason,
      }),
    ),
  ),
  handler(batchHierarchyUpdate, (input, call) =>
    forEachClass(call, input, (teachingClassId) =>
      classCommand(changeSettings, {
        teachingClassId,
        scoreType: input.scoreType,
        capacity: capacityOf(call),
        scoreHierarchyCode: input.scoreHierarchyCode,
        reason: input.reason,
      }),
    ),
  ),
  handler(batchAdjustment, (input, call) =>
    forEachClass(call, input, (teachingClassId) => {
      const pieces = {
        [adjusted.window]: windowOf(input),
        [adjusted.teacher]: { teacherCode: input.teacherCode ?? '' },
        [adjusted.digit]: { digit: input.digit },
        [adjusted.template]: { scoreTemplateId: input.scoreTemplateId },
      }[input.adjustType];
      return classCommand(changeSettings, {
        teachingClassId,
        scoreType: input.scoreType,
        capacity: capacityOf(call),
        ...pieces,
        reason: input.reason,
      });
    }),
  ),
];
