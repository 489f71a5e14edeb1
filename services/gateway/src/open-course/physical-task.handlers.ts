import { queryTaskDetails, queryTaskRange } from '@jwxt/contracts/open-course/open-course.operations.ts';
import { jobStatusNames, type JobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { jobScope } from './job-scope.ts';

interface Found {
  readonly teachingClassId: string;
  readonly teachingClassCode: string;
  readonly teachingClassName: string;
  readonly semesterName: string;
  readonly courseName: string;
  readonly openDepartmentName: string;
  readonly schoolZoneName: string;
  readonly itemName: string;
  readonly specialItemName: string;
  readonly plateName: string;
  readonly placeName: string;
  readonly capacity: number;
  readonly selectedNum: number;
  readonly total: number;
  readonly startEndWeek: string;
  readonly status: JobStatus;
  readonly teachers: readonly {
    readonly teacherCode: string;
    readonly teacherName: string;
    readonly hourName: string;
    readonly tenths: number;
    readonly startEndWeek: string;
  }[];
}

async function taskInScope(teachingClassCode: string, { services: { db }, user }: SignedInCall): Promise<Found> {
  const params = sqlParams();
  const { rows } = await db.query<Found>(
    `select job.teaching_class_id as "teachingClassId", job.teaching_class_code as "teachingClassCode",
        job.teaching_class_name as "teachingClassName", semester.xnxqmc as "semesterName",
        course.kcmc as "courseName", department.dwmc as "openDepartmentName", campus.xqmc as "schoolZoneName",
        task.item_name as "itemName", coalesce(item.full_name, '') as "specialItemName",
        coalesce(plate.plate_name, '') as "plateName",
        coalesce(classroom.jsmc, '') as "placeName", job.capacity, job.selected_num as "selectedNum",
        job.total_hour as total, job.start_end_week as "startEndWeek", job.job_status as status,
        (select coalesce(jsonb_agg(jsonb_build_object('teacherCode', plan.gh, 'teacherName', teacher.xm,
            'hourName', coalesce(type.mc, plan.hour_type), 'tenths', plan.hour, 'startEndWeek', plan.start_end_week)
            order by plan.is_score_teacher desc, teacher.ywbm), '[]')
          from base.teacher_plan plan join base.teacher using (gh)
          left join base.data_dict type on type.dmlb = 'XTGL_XSLX' and type.dm = plan.hour_type
          where plan.teaching_class_id = job.teaching_class_id) as teachers
       from base.physical_project_task task join base.teaching_job_counted job using (teaching_class_id)
       join base.semester on semester.xnxq = job.semester_id join base.course on course.kch = job.course_id
       join base.department on department.dwh = job.open_department_id join base.campus on campus.xqdm = job.xqdm
       left join base.plate on plate.plate_id = job.plate_id left join base.classroom on classroom.jsh = task.place_id
       left join base.special_item item on item.special_item_id = task.special_item_id
      where job.teaching_class_code = ${params.add(teachingClassCode)} and ${scopeCondition(
        user,
        'physicalProjectTask:query',
        jobScope,
        params,
      )}`,
    [...params.values],
  );
  if (!rows[0]) throw new Refused('NOT_FOUND');
  return rows[0];
}

/** Attributes of who may choose a course (ELECTIVE-06), with the column of the task and the names of its codes. */
const attributes = [
  { type: '1', column: 'range_campuses', names: 'select xqdm as code, xqmc as name from base.campus' },
  { type: '2', column: 'range_grades', names: 'select njdm as code, njmc as name from base.grade' },
  { type: '3', column: 'range_departments', names: 'select dwh as code, dwmc as name from base.department' },
  { type: '4', column: 'range_majors', names: 'select zydm as code, zymc as name from base.major' },
  { type: '5', column: 'range_classes', names: 'select bjdm as code, bjmc as name from base.class_info' },
  {
    type: '6',
    column: 'range_labels',
    names: `select dm as code, mc as name from base.data_dict where dmlb = 'XJ_BQLX'`,
  },
  {
    type: '7',
    column: 'range_student_types',
    names: `select dm as code, mc as name from base.data_dict where dmlb = 'XTGL_XSLB'`,
  },
  {
    type: '8',
    column: `case when sex_limit is null then '[]' else jsonb_build_array(sex_limit) end`,
    names: `select dm as code, mc as name from base.data_dict where dmlb = 'XTGL_XB'`,
  },
] as const;

/** OPEN-COURSE-16, 17. */
export const physicalTaskHandlers = [
  handler(queryTaskDetails, async ({ teachingClassCode }, call) => {
    const { total, status, teachers, ...task } = await taskInScope(teachingClassCode, call);
    return {
      ...task,
      totalHour: hoursText(total),
      jobStatusName: jobStatusNames[status],
      teachers: teachers.map(({ tenths, ...teacher }) => ({ ...teacher, hour: hoursText(tenths) })),
    };
  }),
  handler(queryTaskRange, async ({ teachingClassCode }, call) => {
    const { teachingClassId } = await taskInScope(teachingClassCode, call);
    const ranges = attributes.map(
      ({ type, column, names }) => `select '${type}' as "attributeType", (
        select jsonb_agg(jsonb_build_object('code', named.code, 'name', named.name) order by named.code)
          from (${names}) named where (${column})::jsonb ? named.code) as values
       from base.physical_project_task where teaching_class_id = $1`,
    );
    const { rows } = await call.services.db.query<{
      attributeType: string;
      values: { code: string; name: string }[] | null;
    }>(`${ranges.join(' union all ')} order by 1`, [teachingClassId]);
    return rows.flatMap(({ attributeType, values }) => (values === null ? [] : [{ attributeType, values }]));
  }),
];
