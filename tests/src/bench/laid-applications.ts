import { randomUUID } from 'node:crypto';
import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import type { ProductStage } from './stage.ts';

/** An application that waits for a dean. */
export interface WaitingApplication {
  readonly applyId: string;
  readonly dean: string;
}

/** Teaching departments of the demo university: `dean1` and `clerk1` are those of the first. */
const departments = Array.from({ length: 12 }, (_, index) => ({
  dean: `dean${index + 1}`,
  clerk: `clerk${index + 1}`,
}));

/**
 * Lets the clerks of all departments apply for recognitions, side by side: so many, which wait for the deans in turn.
 */
export async function layApplications(stage: ProductStage, count: number): Promise<WaitingApplication[]> {
  // Some departments have nobody to recognise anything for.
  const each = Math.ceil((count / departments.length) * 1.5);
  const laid = await Promise.all(
    departments.map(({ dean, clerk }) =>
      layOfDepartment(stage, clerk, each).then((ids) => ids.map((applyId): WaitingApplication => ({ applyId, dean }))),
    ),
  );
  const inTurn = Array.from({ length: each }, (_, turn) =>
    laid.map((list) => list[turn]).filter((found) => found !== undefined),
  ).flat();
  if (inTurn.length < count) throw new Error(`only ${inTurn.length} of ${count} applications could be laid`);
  return inTurn.slice(0, count);
}

async function layOfDepartment({ db, session }: ProductStage, clerkName: string, count: number): Promise<string[]> {
  const clerk = await session(clerkName);
  const { rows } = await db.query<{ studentCode: string }>(
    `select student_code as "studentCode" from base.student
      where dwh = (select department_id from base.user_account where user_name = $1) order by 1`,
    [clerkName],
  );
  const applyIds: string[] = [];
  for (const { studentCode } of rows) {
    if (applyIds.length === count) break;
    const { list } = await clerk.call(recognitionOperationsOf.outside.planCourses, { studentId: studentCode });
    const course = list.find(({ recognised, passedFinal }) => !recognised && passedFinal === '');
    if (!course) continue;
    const { applyId } = await clerk.call(recognitionOperationsOf.outside.apply, {
      commandId: randomUUID(),
      studentId: studentCode,
      scoreCognizanceApplyRemark: '学生提交的成绩证明已核验原件',
      relateList: [
        {
          outSideList: [
            {
              outCourseCode: 'MOOC',
              outCourseName: '慕课',
              outCourseCredit: course.courseCredit,
              outScoreCognizanceFinalValue: '88',
            },
          ],
          inSideList: [{ courseId: course.courseId, scoreCognizanceFinalValue: '88' }],
        },
      ],
    });
    applyIds.push(applyId);
  }
  return applyIds;
}
