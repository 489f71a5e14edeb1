import type { RemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import { loadRemarkSettings } from '../score-setting/shared/remark-settings.facts.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { SheetStudent } from '@jwxt/contracts/score/kept-rows.ts';
import { retakingOf, scoreType, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { SheetFacts } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import type { RosterStudent } from './submission/sheet-submit.ts';

/** Who teaches a class today, in order. */
export async function loadTeachers(db: Queryable, teachingClassId: string): Promise<SheetFacts['teachers']> {
  const { rows } = await db.query<{ gh: string; name: string }>(
    `select teacher.gh, teacher.xm as name from base.teaching_class_teacher taught
      join base.teacher on teacher.gh = taught.gh
      where taught.teaching_class_id = $1 order by taught.sort_num, teacher.gh`,
    [teachingClassId],
  );
  return rows;
}

/** The students of a class, by code. */
async function loadClassStudents(db: Queryable, teachingClassId: string): Promise<Map<string, SheetStudent>> {
  const { rows } = await db.query<StudentRef & { listSource: string }>(
    `select student.student_code as "studentCode", student.student_number as "studentNumber",
      student.student_name as "studentName", roster.list_source as "listSource"
       from base.teaching_class_student roster join base.student on student.student_code = roster.student_code
      where roster.teaching_class_id = $1`,
    [teachingClassId],
  );
  return new Map(rows.map(({ listSource, ...row }) => [row.studentCode, { ...row, ...retakingOf(listSource) }]));
}

/** The whole class list by student number. */
export async function loadRoster(db: Queryable, teachingClassId: string): Promise<RosterStudent[]> {
  const { rows } = await db.query<RosterStudent>(
    `select student.student_code as "studentCode", student.student_number as "studentNumber",
      student.student_name as "studentName",
            class_info.bjmc as "administrativeClassName", grade_major.njzymc as "gradeMajorName",
              roster.list_source as "isReExamStudentName",
            student.dwh as "departmentId", student.bjdm, student.njzydm
       from base.teaching_class_student roster
       join base.student on student.student_code = roster.student_code
       join base.class_info on class_info.bjdm = student.bjdm
       join base.grade_major on grade_major.njzydm = student.njzydm
      where roster.teaching_class_id = $1 order by student.student_number`,
    [teachingClassId],
  );
  return rows;
}

/** Whom an application in force has given a remark in a class, and which; nobody on sheets of other score types. */
export async function loadGrantedRemarks(
  db: Queryable,
  teachingClassId: string,
  type: ScoreType,
): Promise<ReadonlyMap<string, string>> {
  if (type !== scoreType.regular) return new Map();
  const { rows } = await db.query<{ studentCode: string; remark: string }>(
    `select student_code as "studentCode", remark_code as remark from base.granted_remark
      where teaching_class_id = $1`,
    [teachingClassId],
  );
  return new Map(rows.map(({ studentCode, remark }) => [studentCode, remark]));
}

/** What every save of a class asks for: who teaches it, who is in it, names of grade systems, settings of remarks. */
export function recallClass(
  { pool, reference }: Pick<CommandServices, 'pool' | 'reference'>,
  teachingClassId: string,
): Promise<{
  teachers: SheetFacts['teachers'];
  students: ReadonlyMap<string, SheetStudent>;
  gradeScaleNames: ReadonlyMap<string, string>;
  remarks: RemarkSettings;
}> {
  return reference.recall(`class ${teachingClassId}`, async () => {
    const [teachers, students, gradeScaleNames, remarks] = await Promise.all([
      loadTeachers(pool, teachingClassId),
      loadClassStudents(pool, teachingClassId),
      loadGradeScaleNames(pool),
      loadRemarkSettings(pool),
    ]);
    return { teachers, students, gradeScaleNames, remarks };
  });
}

/** Names of grade systems by code. */
export async function loadGradeScaleNames(db: Queryable): Promise<Map<string, string>> {
  const { rows } = await db.query<{ code: string; name: string }>(
    'select score_hierarchy_code as code, score_hierarchy_name as name from base.score_hierarchy',
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}
