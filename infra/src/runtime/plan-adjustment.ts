import {
  creditDifference,
  creditEffects,
  proposedChanges,
  type AdjustedContent,
  type AdjustFacts,
  type CreditFrame,
  type CreditNode,
  type LibraryCourse,
} from '@jwxt/contracts/scheme/change/course-adjust.rules.ts';
import { courseAdjustType, type CourseAdjustType } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import { planStatus } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { planContentSql } from './execution-plan.ts';
import { loadGradeMajor, loadPlanRows, type NamedGradeMajor } from './plan-rows.ts';
import type { Queryable } from './postgres.ts';

/** A module or class of a grade-major's version, with how many courses the plan has there. */
export interface PlanNode extends CreditNode {
  readonly courseNum: number;
}

/** Modules and classes of the grade-major's version, in tree order, with what they ask for and what the plan has. */
export async function readPlanNodes(db: Queryable, gradeMajorId: string): Promise<PlanNode[]> {
  const { rows } = await db.query<PlanNode>(
    `with version as (select scheme_version_id from base.grade_major_requirement where grade_major_id = $1),
     asked as (
       select distinct on (module_id, classify_id) module_id, classify_id, min_credit, max_credit
         from base.scheme_system join version using (scheme_version_id)
        where grade_major_id is null or grade_major_id = $1
        order by module_id, classify_id, grade_major_id nulls last),
     planned as (
       select classify.classify_id, classify.module_id, plan.credit from base.execution_plan plan
         join base.scheme_classify classify on classify.classify_id = plan.course_system_id
        where plan.njzydm = $1 and plan.plan_status <> '3'),
     node as (
       select module.module_id as node_id, module_name as name, base.scheme_module_path(module.module_id) as path,
           module.module_id, null::text as classify_id
         from base.scheme_module module join version using (scheme_version_id)
       union all
       select classify.classify_id, classify_name,
           base.scheme_module_path(module_id) || (lpad(sort_num::text, 6, '0') || classify_id), module_id, classify_id
         from base.scheme_classify classify join version using (scheme_version_id))
     select node.node_id as "nodeId", node.name, cardinality(node.path) - 1 as depth, asked.min_credit as "minCredit",
         asked.max_credit as "maxCredit", coalesce(sum(planned.credit), 0)::int as arranged,
         count(planned.credit)::int as "courseNum"
       from node
       left join asked on asked.module_id = node.module_id and asked.classify_id is not distinct from node.classify_id
       left join planned on case when node.classify_id is null
           then base.scheme_module_path(planned.module_id) @> node.path
           else planned.classify_id = node.classify_id end
      group by node.node_id, node.name, node.path, asked.min_credit, asked.max_credit order by node.path`,
    [gradeMajorId],
  );
  return rows;
}

async function readFrame(db: Queryable, gradeMajorId: string): Promise<CreditFrame> {
  const { rows } = await db.query<{ arranged: number; required: number | null }>(
    `select coalesce((select sum(credit) from base.execution_plan where njzydm = $1 and plan_status <> $2), 0)::int
          as arranged,
        (select total_credit from base.grade_major_requirement where grade_major_id = $1) as required`,
    [gradeMajorId, planStatus.stopped],
  );
  const [sum = { arranged: 0, required: null }] = rows;
  return { ...sum, nodes: await readPlanNodes(db, gradeMajorId) };
}

/** What an application about a plan is sent with. */
export interface AdjustForm {
  readonly adjustType: CourseAdjustType;
  readonly gradeMajorId: string;
  readonly executionPlanId?: string | undefined;
  readonly newCourseId?: string | undefined;
  readonly after: AdjustedContent;
  /** The application that it is; another one in approval may not touch the same courses. */
  readonly applyId?: string | undefined;
}

/** An application as it stands against the plan of this moment. */
export interface Adjustment {
  readonly gradeMajor: NamedGradeMajor;
  readonly facts: AdjustFacts;
  readonly creditDiff: number;
}

/** A course of the library as a row of a plan would have it; undefined: there is none, or it is not used any more. */
async function loadCourse(
  db: Queryable,
  courseId: string,
  gradeMajorId: string,
): Promise<(LibraryCourse & { inPlan: boolean }) | undefined> {
  const { rows } = await db.query<LibraryCourse & { inPlan: boolean }>(
    `select course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName",
        exists (select from base.execution_plan known where known.njzydm = $2 and known.kch = course.kch) as "inPlan",
        (select ${planContentSql} from (select 1 as term, course.kkxy as open_department_id,
            null::text as course_system_id, course.kcsx as course_attribute, course.kcxz as course_nature,
            course.xf as credit, course.zxs as total_hour, course.zhxs as week_hours,
            coalesce((select jsonb_agg(jsonb_build_object('xsbh', xsbh, 'xs', xs) order by xsbh)
              from base.course_hour where kch = course.kch), '[]') as hours, null::text as start_end_week,
            course.khfs as exam_method, null::text as exam_way, null::text as direction_id,
            null::text as direction_name, null::text as course_group_id, '0' as special_item_sign) plan) as content
       from base.course where course.kch = $1 and course.sfqy = '1'`,
    [courseId, gradeMajorId],
  );
  return rows[0];
}

/**
 * What an application would do to a plan, with everything that it is judged by (SCHEME-32): for whoever looks, for the
 * application and for its effect alike. Undefined: there is no such grade-major.
 */
export async function loadAdjustment(db: Queryable, form: AdjustForm): Promise<Adjustment | undefined> {
  const { adjustType, gradeMajorId, executionPlanId, newCourseId, after } = form;
  const gradeMajor = await loadGradeMajor(db, gradeMajorId);
  if (!gradeMajor) return undefined;
  const wantsRow = adjustType !== courseAdjustType.add;
  const wantsCourse = adjustType === courseAdjustType.add || adjustType === courseAdjustType.replace;
  const [row = null] = wantsRow
    ? await loadPlanRows(db, 'plan.execution_plan_id = $1 and plan.njzydm = $2', [executionPlanId ?? '', gradeMajorId])
    : [];
  const course = (wantsCourse ? await loadCourse(db, newCourseId ?? '', gradeMajorId) : null) ?? null;
  const { grade } = gradeMajor;
  const changes = proposedChanges({ adjustType, gradeMajorId, grade, row, course, after });
  const keys = changes.flatMap((change) => (change.before ?? change.after)?.executionPlanId ?? []);
  const { rows } = await db.query<Pick<AdjustFacts, 'planInForce' | 'taken' | 'currentSemester' | 'waiting'>>(
    `select exists (select from base.execution_plan where njzydm = $1 and plan_status = $5) as "planInForce",
        exists (select from base.teaching_class class join base.teaching_class_student using (teaching_class_id)
          join base.student using (student_code) where class.course_id = $2 and student.njzydm = $1) as taken,
        (select max(xnxq) from base.semester where sfdqxq = '1') as "currentSemester",
        (select course.kcmc from base.course_adjust other, unnest(other.plan_ids) key
            join base.course on $1 || '/' || course.kch = key
          where other.state = '1' and other.apply_id <> $3 and key = any($4) limit 1) as waiting`,
    [gradeMajorId, row?.courseId ?? null, form.applyId ?? '', keys, planStatus.inForce],
  );
  const [known] = rows;
  if (!known) throw new Error('nothing was answered about the plan');
  const effects = creditEffects(await readFrame(db, gradeMajorId), changes);
  return {
    gradeMajor,
    creditDiff: creditDifference(changes),
    facts: { adjustType, row, course, changes, effects, ...known },
  };
}
