import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { effectiveAttempt } from '@jwxt/contracts/score/effective-attempt.ts';
import { bonusOf, MOST_BONUS, takesBonus } from '@jwxt/contracts/score/attempts.state.ts';
import { attemptSource, scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import { pointType, scorePointApply } from '@jwxt/contracts/student-application/kinds/score-point-apply.ts';
import type {
  PreparedApplication,
  StudentApplicationRequest,
} from '@jwxt/contracts/student-application/student-application.events.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { loadRulesInForce } from '../../score-setting/shared/score-rules.facts.ts';
import { attemptsAt, changeAttempt } from '../attempt-change.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

/**
 * 成绩加分申请 (SCORE-MORE-36). Points for a course go onto the score that counts for it; innovation credits are kept
 * among the scores outside classes (SCORE-MORE-38). One award earns one of them, once.
 */
export const scorePointRules = defineApplicationRules({
  kind: scorePointApply,

  async prepare({ form, student: { studentCode }, context, services }) {
    const { projectName, obtainDate, projectCategoryId, awardLevel, courseId, point } = form;
    if (obtainDate > toDateTimeText(context.time).slice(0, 10)) return refuseField('AWARD_NOT_YET', {}, 'obtainDate');
    const named = await loadNames(services.pool, { projectCategoryId, awardLevel });
    if (projectCategoryId !== null && named.category === null)
      return refuseField('PROJECT_CATEGORY_UNKNOWN', {}, 'projectCategoryId');
    const points = hundredthsOf(point);
    const forCourse = form.pointType === pointType.course;
    const what = forCourse
      ? await courseOf(services, { studentCode, courseId, points })
      : await creditsOf(services, { studentCode, projectName });
    if (isRefused(what)) return what;
    const { details, facts, ...place } = what;
    return {
      subject: `${projectName.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()}.${obtainDate}`,
      subjectName: projectName,
      ...place,
      details: [
        { label: '加分类型', value: forCourse ? '课程加分' : '创新学分' },
        { label: '项目', value: projectName },
        ...(named.category === null ? [] : [{ label: '项目类别', value: named.category }]),
        ...(named.level === null ? [] : [{ label: '获奖级别', value: named.level }]),
        { label: '获得日期', value: obtainDate },
        ...details,
        forCourse ? { label: '加分', value: `${point} 分` } : { label: '学分', value: point },
      ],
      facts: { ...facts, pointType: form.pointType, projectName, points: String(points) },
    };
  },

  async refuses({ studentCode, facts }, services) {
    const { attemptId, courseId = '', projectName = '', points = '0' } = facts;
    if (attemptId === undefined) {
      const found = await creditsOf(services, { studentCode, projectName });
      return isRefused(found) ? found : null;
    }
    const found = await courseOf(services, { studentCode, courseId, points: Number(points) });
    if (isRefused(found)) return found;
    return found.facts['attemptId'] === attemptId ? null : refuse('ATTEMPT_GONE');
  },

  effect(request, context, services) {
    const { projectName = '', points = '0' } = request.facts;
    return request.facts['pointType'] === pointType.course
      ? changeAttempt(request, { type: 'giveBonus', points: Number(points), reason: projectName }, context, services)
      : giveCredits(request, context, services);
  },

  revoke: (request, reason, context, services) =>
    request.facts['pointType'] === pointType.course
      ? changeAttempt(request, { type: 'takeBonus', reason }, context, services)
      : takeCredits(request, reason, context, services),
});

/** Points as typed, one decimal at most, in hundredths. */
const hundredthsOf = (point: string): number => Math.round(Number(point) * 100);

type Place = Pick<
  PreparedApplication,
  'semesterId' | 'courseId' | 'teachingClassId' | 'openDepartmentId' | 'details' | 'facts'
>;

/** The score that counts for a course, which can have the points, or why none can. */
async function courseOf(
  services: CommandServices,
  { studentCode, courseId, points }: { studentCode: string; courseId: string | null; points: number },
): Promise<Place | Refused> {
  if (courseId === null) return refuseField('BONUS_NEEDS_COURSE', {}, 'courseId');
  const [known, rules] = await Promise.all([
    attemptsAt(services, studentCode, courseId),
    loadRulesInForce(services.pool, [studentCode]),
  ]);
  const attempt = effectiveAttempt(known.attempts, rules.get(studentCode)?.effectiveRule ?? 'ZGF');
  if (!attempt) return refuseField('BONUS_NO_SCORE', {}, 'courseId');
  const { attemptId, courseNum, courseName, semesterId, finalName, teachingClassId, openDepartmentId } = attempt;
  if (!takesBonus(attempt)) return refuseField('BONUS_NOT_FOR', { course: courseName, final: finalName }, 'courseId');
  const given = bonusOf(known, attemptId);
  if (given + points > MOST_BONUS)
    return refuseField('BONUS_TOO_MUCH', { course: courseName, given: String(given / 100) }, 'point');
  const { rows } = await services.pool.query<{ archived: string }>(
    'select sfgd as archived from base.semester where xnxq = $1',
    [semesterId],
  );
  if (rows[0]?.archived === yesNo.yes) return refuseField('BONUS_ARCHIVED', { course: courseName }, 'courseId');
  return {
    semesterId,
    courseId,
    teachingClassId,
    openDepartmentId,
    details: [
      { label: '加分课程', value: `${courseName}（${courseNum}）` },
      { label: '现有成绩', value: finalName },
    ],
    facts: { attemptId, courseId },
  };
}

/** The semester in which innovation credits are earned: the present one, if they are not there already. */
async function creditsOf(
  { pool }: CommandServices,
  { studentCode, projectName }: { studentCode: string; projectName: string },
): Promise<Place | Refused> {
  const { rows } = await pool.query<{ semesterId: string; known: boolean }>(
    `select xnxq as "semesterId", exists (select from base.student_extra_score known where known.student_code = $1
        and known.extra_name = $2 and known.semester_id = semester.xnxq) as known
      from base.semester where sfdqxq = '1'`,
    [studentCode, projectName],
  );
  const [current] = rows;
  if (!current) return refuseField('EXTRA_SCORE_NO_SEMESTER', {}, 'pointType');
  if (current.known) return refuseField('EXTRA_SCORE_KNOWN', {}, 'projectName');
  const { semesterId } = current;
  return { semesterId, courseId: null, teachingClassId: null, openDepartmentId: null, details: [], facts: {} };
}

async function loadNames(
  db: Queryable,
  { projectCategoryId, awardLevel }: { projectCategoryId: string | null; awardLevel: string | null },
): Promise<{ category: string | null; level: string | null }> {
  const { rows } = await db.query<{ category: string | null; level: string | null }>(
    `select (select project_level_name || ' ' || project_category_name from base.project_category
        where project_category_id = $1 and sfqy = '1') as category,
      (select mc from base.data_dict where dmlb = 'XJ_JLJB' and dm = $2) as level`,
    [projectCategoryId, awardLevel],
  );
  return rows[0] ?? { category: null, level: null };
}

async function giveCredits(
  { applyId, studentCode, semesterId, facts }: StudentApplicationRequest,
  context: CommandContext,
  { pool }: CommandServices,
): Promise<null | Refused> {
  const { projectName = '', points = '0' } = facts;
  const row = {
    studentCode,
    semesterId,
    extraName: projectName,
    credit: formatDecimal(Number(points), 2, 1),
    sourceType: attemptSource.changed,
    applyId,
  };
  const done = await applyOnce(pool, context, async (client) => {
    const { rowCount } = await client.query(
      `insert into base.student_extra_score (student_extra_score_id, student_code, semester_id, extra_name, credit,
          score_remark_code, source_type, apply_id)
        select $1, $2, $3, $4, $5, $6, $7, $1 where not exists (select from base.student_extra_score known
          where known.student_code = $2 and known.semester_id = $3 and known.extra_name = $4)`,
      [applyId, studentCode, semesterId, projectName, Number(points) / 10, scoreRemark.normal, row.sourceType],
    );
    if (rowCount === 0) return refuse('EXTRA_SCORE_KNOWN');
    await logOperations(client, context, 'create', 'studentExtraScore', [{ key: applyId, before: null, after: row }]);
    return {};
  });
  return isRefused(done) ? done : null;
}

async function takeCredits(
  { applyId }: StudentApplicationRequest,
  reason: string,
  context: CommandContext,
  { pool }: CommandServices,
): Promise<null | Refused> {
  const done = await applyOnce(pool, context, async (client) => {
    const { rows } = await client.query<{ extraName: string; credit: number }>(
      `delete from base.student_extra_score where apply_id = $1 returning extra_name as "extraName", credit`,
      [applyId],
    );
    await logOperations(
      client,
      context,
      'delete',
      'studentExtraScore',
      rows.map(({ extraName, credit }) => ({
        key: applyId,
        before: { extraName, credit: formatDecimal(credit, 1, 1), reason },
        after: null,
      })),
    );
    return {};
  });
  return isRefused(done) ? done : null;
}
