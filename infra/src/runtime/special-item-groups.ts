import { hash } from 'node:crypto';
import { jobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import {
  groupItemStudents,
  type GroupingWay,
  type ItemGroup,
  type ItemGrouping,
  type ItemStudent,
} from '@jwxt/contracts/open-course/special-item-group.rules.ts';
import type { Queryable } from './postgres.ts';
import { allowsSql } from './status-allowance.ts';

/** A group of an item, with the job that it is taught in. */
export interface GroupWithJob extends ItemGroup {
  readonly teachingClassId: string | null;
  readonly teachingClassName: string | null;
}
/** How an item would be parted. */
export interface PlannedItemGroups extends ItemGrouping {
  readonly item: {
    readonly itemName: string;
    readonly itemType: string;
    readonly sexLimit: string | null;
    readonly semesterId: string;
    readonly courseId: string;
    readonly courseName: string;
    readonly openDepartmentId: string;
  };
  readonly standing: readonly GroupWithJob[];
  readonly students: number;
  /** Of what is shown, so that what is done is the same. */
  readonly digest: string;
}

/**
 * What parting the students of an item would come to (OPEN-COURSE-18), asked by the page before and by the command.
 * Undefined: there is no such item.
 */
export async function planItemGroups(
  db: Queryable,
  specialItemId: string,
  way: GroupingWay,
): Promise<PlannedItemGroups | undefined> {
  const { rows: items } = await db.query<PlannedItemGroups['item']>(
    `select item.item_name as "itemName", item.item_type as "itemType", item.sex_limit as "sexLimit",
        item.semester_id as "semesterId", item.course_id as "courseId", course.kcmc as "courseName",
        item.kkxy as "openDepartmentId"
       from base.special_item item join base.course on course.kch = item.course_id where item.special_item_id = $1`,
    [specialItemId],
  );
  const [item] = items;
  if (!item) return undefined;
  const { rows: groups } = await db.query<GroupWithJob>(
    `select grouped.item_group_id as "itemGroupId", grouped.group_name as "groupName", grouped.capacity,
        coalesce(job.job_status = $2, false) as settled, job.teaching_class_id as "teachingClassId",
        job.teaching_class_name as "teachingClassName"
       from base.special_item_group grouped left join base.teaching_job job using (teaching_class_id)
      where grouped.special_item_id = $1 order by length(grouped.group_name), grouped.group_name`,
    [specialItemId, jobStatus.confirmed],
  );
  const { rows: students } = await db.query<ItemStudent>(
    `select student.student_code as "studentCode", student.student_number as "studentNumber",
        student.student_name as "studentName", coalesce(class_info.bjmc, '') as "className",
        taken.item_group_id as "itemGroupId",
        case when ${allowsSql('student.dqztm', 'enterScores')} then null else coalesce(entry.mc, student.dqztm) end
          as "barredBy"
       from base.special_item_student taken join base.student using (student_code)
       left join base.class_info on class_info.bjdm = student.bjdm
       left join base.data_dict entry on entry.dmlb = 'XTGL_XSDQZT' and entry.dm = student.dqztm
      where taken.special_item_id = $1 order by class_info.ywbm, student.student_number`,
    [specialItemId],
  );
  const planned = groupItemStudents(students, groups, way);
  const told = {
    way,
    groups: planned.groups.map(({ itemGroupId, groupName, coming }) => [itemGroupId, groupName, coming]),
    jobs: groups.map(({ settled, teachingClassId }) => [settled, teachingClassId]),
    left: planned.left.map(({ student }) => student.studentCode),
  };
  return {
    ...planned,
    item,
    standing: groups,
    students: students.length,
    digest: hash('sha256', JSON.stringify(told)),
  };
}
