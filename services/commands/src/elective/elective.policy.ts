import { figuresOf } from '@jwxt/contracts/elective/elective-form.ts';
import { electiveStream } from '@jwxt/contracts/elective/elective.events.ts';
import { electiveStreams, type ElectivePlan } from '@jwxt/contracts/elective/elective.state.ts';
import { ELECTIVE_PROCESS, courseSource } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { onApplicationEnd, type ApplicationEnd } from '../approval/shared/application-end.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { policyContext, type CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { electiveDecider, type ElectiveCommand } from './elective.decider.ts';
import { releaseClaim } from './elective-round.ts';

/** What becomes of a plan when its application ends. First the effect, then the end: either may be repeated. */
export const settleElective = onApplicationEnd(ELECTIVE_PROCESS, {
  name: 'elective-outcome',
  async content({ applyId, round }, { handler }) {
    const { state } = await handler.read(electiveStream(applyId), electiveStreams);
    if (state.status === 'none' || state.status === 'deleted')
      throw new Error(`public elective plan ${applyId} does not exist`);
    // A later round may have begun when this one is looked at again.
    return state.round > round ? null : state;
  },
  passed: pass,
  returned: refused,
  notPassed: refused,
  recalled: refused,
});

async function pass(
  plan: ElectivePlan,
  { cause }: ApplicationEnd,
  services: CommandServices,
): Promise<Position | null> {
  const context = policyContext(cause, 'elective.effect');
  const effect = await applyOnce(services.pool, context, (client) => takeEffect(client, context, plan));
  if (isRefused(effect)) throw new PolicyRefused('elective.effect', effect.refused);
  return close(services, cause, plan, { type: 'pass', courseCode: effect.result.courseCode });
}

function refused(
  plan: ElectivePlan,
  { cause, outcome, opinion }: ApplicationEnd<'returned' | 'notPassed' | 'recalled'>,
  services: CommandServices,
): Promise<Position | null> {
  return close(services, cause, plan, { type: 'close', outcome, opinion });
}

async function close(
  { handler, pool }: CommandServices,
  cause: StoredEvent,
  { planId }: ElectivePlan,
  command: ElectiveCommand,
): Promise<Position | null> {
  const done = await handler.execute({
    stream: electiveStream(planId),
    decider: electiveDecider,
    command,
    context: policyContext(cause, 'elective.close'),
    facts: () => undefined,
  });
  if (isRefused(done)) throw new PolicyRefused('elective.close', done.refused);
  await releaseClaim(pool, planId);
  return done.position;
}

/** The plan is in force: its row, and before it the course when that is new, its number checked once more. */
async function takeEffect(
  client: PoolClient,
  context: CommandContext,
  { planId, form, shown, applicant }: ElectivePlan,
): Promise<{ courseCode: string } | Refused> {
  const { credit, totalHour, classPlanNum, classSize } = figuresOf(form);
  let courseCode = form.courseCode;
  if (form.courseSource === courseSource.new) {
    courseCode = `GX${derivedId(`course:${planId}`).replaceAll('-', '').slice(0, 12)}`;
    const course = {
      kch: courseCode,
      ywbm: form.courseBusinessCode,
      kcmc: form.courseName,
      kkxy: form.departmentId,
      kcsx: form.courseAttribute,
      kcxz: form.courseNature,
      xf: credit,
      zxs: totalHour,
      khfs: form.examMethod,
    };
    const { rowCount } = await client.query(
      `insert into base.course (kch, ywbm, kcmc, kkxy, kcsx, kcxz, xf, zxs, khfs)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (ywbm) do nothing`,
      Object.values(course),
    );
    if (rowCount === 0) return refuse('ELECTIVE_CODE_TAKEN', { subject: form.courseBusinessCode });
    await logOperations(client, context, 'create', 'course', [{ key: courseCode, before: null, after: course }]);
  }
  const plan = {
    plan_id: planId,
    semester_id: form.semester,
    kch: courseCode,
    course_source: form.courseSource,
    department_id: form.departmentId,
    public_course_category: form.publicCourseCategory,
    school_zone: form.schoolZone,
    course_attribute: form.courseAttribute,
    course_nature: form.courseNature,
    exam_method: form.examMethod,
    place_type: form.placeType,
    teaching_style: form.teachingStyle,
    course_category: form.courseCategory,
    course_sign: form.courseSign,
    class_plan_num: classPlanNum,
    class_size: classSize,
    credit,
    total_hour: totalHour,
    is_school_wide: form.isSchoolWide,
    hour_list: shown.hourList,
    teacher_list: shown.teacherList,
    range_list: shown.rangeList,
    remark: form.remark,
    teacher_info: form.teacherInfo,
    course_info: form.courseInfo,
    applicant_user: applicant.userName,
    applicant_department_id: applicant.departmentId,
    passed_at: context.time,
  };
  await client.query(
    'insert into base.public_course_plan select * from jsonb_populate_record(null::base.public_course_plan, $1::jsonb)',
    [JSON.stringify(plan)],
  );
  await logOperations(client, context, 'create', 'publicCoursePlan', [{ key: planId, before: null, after: plan }]);
  return { courseCode };
}
