import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { SheetFacts } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import type { RosterStudent } from './submission/sheet-submit.ts';

/** Who teaches a class today, in order. */
export async function loadTeachers(db: Queryable, teachingClassId: string): Promise<SheetFacts['teachers']> {
  const { rows } = await db.query<{ gh: string; name: string }>(
    `select t.gh, t.xm as name from base.teaching_class_teacher c join base.teacher t on t.gh = c.gh
      where c.teaching_class_id = $1 order by c.sort_num, t.gh`,
    [teachingClassId],
  );
  return rows;
}

/** The students of a class, by code. */
async function loadClassStudents(db: Queryable, teachingClassId: string): Promise<Map<string, StudentRef>> {
  const { rows } = await db.query<StudentRef>(
    `select s.student_code as "studentCode", s.student_number as "studentNumber", s.student_name as "studentName"
       from base.teaching_class_student r join base.student s on s.student_code = r.student_code
      where r.teaching_class_id = $1`,
    [teachingClassId],
  );
  return new Map(rows.map((row) => [row.studentCode, row]));
}

/** The whole class list by student number. */
export async function loadRoster(db: Queryable, teachingClassId: string): Promise<RosterStudent[]> {
  const { rows } = await db.query<RosterStudent>(
    `select s.student_code as "studentCode", s.student_number as "studentNumber", s.student_name as "studentName",
            b.bjmc as "administrativeClassName", m.njzymc as "gradeMajorName", r.list_source as "isReExamStudentName",
            s.dwh as "departmentId", s.bjdm, s.njzydm
       from base.teaching_class_student r
       join base.student s on s.student_code = r.student_code
       join base.class_info b on b.bjdm = s.bjdm
       join base.grade_major m on m.njzydm = s.njzydm
      where r.teaching_class_id = $1 order by s.student_number`,
    [teachingClassId],
  );
  return rows;
}

/** What every save of a class asks for: who teaches it, who is in it, and the names of grade systems. */
export function recallClass(
  { pool, reference }: Pick<CommandServices, 'pool' | 'reference'>,
  teachingClassId: string,
): Promise<{
  teachers: SheetFacts['teachers'];
  students: ReadonlyMap<string, StudentRef>;
  gradeScaleNames: ReadonlyMap<string, string>;
}> {
  return reference.recall(`class ${teachingClassId}`, async () => {
    const [teachers, students, gradeScaleNames] = await Promise.all([
      loadTeachers(pool, teachingClassId),
      loadClassStudents(pool, teachingClassId),
      loadGradeScaleNames(pool),
    ]);
    return { teachers, students, gradeScaleNames };
  });
}

/** Names of grade systems by code. */
export async function loadGradeScaleNames(db: Queryable): Promise<Map<string, string>> {
  const { rows } = await db.query<{ code: string; name: string }>(
    'select score_hierarchy_code as code, score_hierarchy_name as name from base.score_hierarchy',
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}
