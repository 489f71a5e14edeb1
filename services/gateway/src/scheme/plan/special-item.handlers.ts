import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  chooseSpecialItem,
  chooseSpecialItemOperation,
  ownSpecialItems,
} from '@jwxt/contracts/scheme/plan/special-item.operations.ts';
import { itemProblem } from '@jwxt/contracts/scheme/plan/special-item.rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler, type Handler } from '../../kernel/handler.ts';
import { runCommand } from '../../kernel/run-command.ts';

interface ItemRow {
  readonly courseId: string;
  readonly courseName: string;
  readonly semesterId: string;
  readonly semesterName: string;
  readonly specialItemId: string;
  readonly itemName: string;
  readonly capacity: number | null;
  readonly studentNum: number;
  readonly sexLimit: string | null;
  readonly selfChoose: string;
  readonly mine: boolean;
  readonly sex: string;
}

/** The items of the courses that the plan of a student has in semesters that are not over. */
async function readOwnItems(db: Queryable, studentCode: string): Promise<ItemRow[]> {
  const { rows } = await db.query<ItemRow>(
    `select item.course_id as "courseId", course.kcmc as "courseName", item.semester_id as "semesterId",
        coalesce(semester.xnxqmc, item.semester_id) as "semesterName", item.special_item_id as "specialItemId",
        item.item_name as "itemName", item.capacity, item.student_num as "studentNum", item.sex_limit as "sexLimit",
        item.self_choose as "selfChoose", student.xbm as sex,
        exists (select from base.special_item_student taken
          where taken.special_item_id = item.special_item_id and taken.student_code = student.student_code) as mine
       from base.student
       join base.execution_plan plan on plan.njzydm = student.njzydm
       join base.special_item item on item.course_id = plan.kch and item.semester_id = plan.xnxq
       join base.course on course.kch = item.course_id
       left join base.semester on semester.xnxq = item.semester_id
      where student.student_code = $1 and item.semester_id >= (select max(xnxq) from base.semester where sfdqxq = '1')
      order by item.semester_id, course.kcmc, item.item_name`,
    [studentCode],
  );
  return rows;
}

/** 专项选择 of students (SCHEME-34). */
export const specialItemHandlers: readonly Handler[] = [
  handler(ownSpecialItems, async (_input, { services: { db }, user }) => {
    const rows = user.studentCode === null ? [] : await readOwnItems(db, user.studentCode);
    const courses = Map.groupBy(rows, ({ courseId, semesterId }) => `${courseId}/${semesterId}`);
    const list = [...courses.values()].flatMap((items) => {
      const [first] = items;
      if (!first || !items.some(({ selfChoose, mine }) => mine || selfChoose === yesNo.yes)) return [];
      const { courseId, courseName, semesterId, semesterName } = first;
      return {
        courseId,
        courseName,
        semesterId,
        semesterName,
        chosenId: items.find(({ mine }) => mine)?.specialItemId ?? '',
        items: items
          .filter(({ selfChoose, mine }) => mine || selfChoose === yesNo.yes)
          .map((item) => ({
            specialItemId: item.specialItemId,
            itemName: item.itemName,
            capacity: item.capacity,
            studentNum: item.studentNum,
            problem: item.mine ? '' : (itemProblem(item, item.sex) ?? ''),
          })),
      };
    });
    return { list };
  }),
  handler(
    chooseSpecialItemOperation,
    async ({ commandId, ...asked }, call) => await runCommand(chooseSpecialItem, asked, call, { commandId }),
  ),
];
