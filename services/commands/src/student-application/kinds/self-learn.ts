import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { NO_SCORE, REBUILD_SOURCE, scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import {
  SELF_LEARN_COURSES,
  SELF_LEARN_GPA,
  selfLearn,
  whyToAttend,
  type CourseToAttend,
} from '@jwxt/contracts/student-application/kinds/self-learn.ts';
import type { StudentApplicationRequest } from '@jwxt/contracts/student-application/student-application.events.ts';
import { inTransaction, type Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { releaseClaims, takeClaims } from '../../kernel/claims.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { grantRefusal, grantRemark, withdrawRemark, type GrantedRemark } from '../../score/shared/granted-remark.ts';
import { loadGradePointAverage } from '../../score/shared/grade-point-average.facts.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

/** One of the places that a student has for learning by himself in a semester. */
const PLACE = 'selfLearn';
const holderOf = (applyId: string): string => `${PLACE}:${applyId}`;
const placesOf = (studentCode: string, semesterId: string): string => `${studentCode}:${semesterId}`;

/** 自修(免听) (SCORE-MORE-42): the student's row gets 免听, so that the exam alone counts. */
export const selfLearnRules = defineApplicationRules({
  kind: selfLearn,

  async prepare({ form: { teachingClassId, reasonText }, student: { studentCode }, services }) {
    const field = 'teachingClassId';
    const attended = await loadClassToAttend(services.pool, studentCode, teachingClassId);
    if (!attended) return refuseField('LEARN_CLASS_UNKNOWN', {}, field);
    const { courseId, courseNum, courseName, semesterId, openDepartmentId } = attended;
    const why = whyToAttend(attended);
    if (why !== null) return refuseField('SELF_LEARN_COURSE', { why }, field);
    const gpa = await loadGradePointAverage(services, studentCode);
    const retaking = attended.listSource === REBUILD_SOURCE;
    if (!retaking && gpa === null) return refuseField('SELF_LEARN_NO_GPA', {}, field);
    if (!retaking && (gpa ?? 0) < SELF_LEARN_GPA)
      return refuseField('SELF_LEARN_GPA', { gpa: pointText(gpa), least: pointText(SELF_LEARN_GPA) }, field);
    const refused = await whyNoPlace(services.pool, studentCode, semesterId);
    if (refused) return refused;
    const over = await grantRefusal(services, {
      teachingClassId,
      courseName,
      studentCode,
      remark: scoreRemark.selfStudy,
    });
    if (over) return refuseField(over.refused.code, { ...over.refused.details }, field);
    return {
      subject: `${courseId}.${semesterId}`,
      subjectName: `${courseName}（${courseNum}）`,
      semesterId,
      courseId,
      teachingClassId,
      openDepartmentId,
      details: [
        { label: '课程', value: `${courseName}（${courseNum}）` },
        { label: '教学班', value: attended.teachingClassName },
        { label: '平均学分绩点', value: pointText(gpa) },
        ...(retaking ? [{ label: '名单来源', value: REBUILD_SOURCE }] : []),
        { label: '说明', value: reasonText },
      ],
      facts: { courseName, teachingClassId },
    };
  },

  async refuses(request, services) {
    const { studentCode, semesterId } = request;
    return (
      (await whyNoPlace(services.pool, studentCode, semesterId)) ?? (await grantRefusal(services, remarkOf(request)))
    );
  },

  async effect(request, context, services) {
    const { applyId } = request;
    if (!(await takePlace(request, context.time, services))) return tooMany();
    const given = await grantRemark(
      services,
      { ...remarkOf(request), applyId, reason: '自修（免听）申请已批准' },
      context,
    );
    if (!isRefused(given)) return given.position;
    await inTransaction(services.pool, (client) => releaseClaims(client, holderOf(applyId)));
    return given;
  },

  async revoke(request, reason, context, services) {
    const { applyId } = request;
    const taken = await withdrawRemark(
      services,
      { ...remarkOf(request), applyId, reason: `自修（免听）撤销：${reason}` },
      context,
    );
    if (isRefused(taken)) return taken;
    await inTransaction(services.pool, (client) => releaseClaims(client, holderOf(applyId)));
    return taken.position;
  },
});

const pointText = (hundredths: number | null): string =>
  hundredths === null ? NO_SCORE : formatDecimal(hundredths, 2, 2);

const remarkOf = ({ studentCode, facts }: StudentApplicationRequest): GrantedRemark => ({
  teachingClassId: facts['teachingClassId'] ?? '',
  courseName: facts['courseName'] ?? '',
  studentCode,
  remark: scoreRemark.selfStudy,
});

interface ClassToAttend extends CourseToAttend {
  readonly teachingClassName: string;
  readonly semesterId: string;
  readonly courseId: string;
  readonly courseNum: string;
  readonly courseName: string;
  readonly openDepartmentId: string;
  readonly listSource: string;
}

/** The ordinary class of the current semester in which the student is, or undefined. */
async function loadClassToAttend(
  db: Queryable,
  studentCode: string,
  teachingClassId: string,
): Promise<ClassToAttend | undefined> {
  const { rows } = await db.query<ClassToAttend>(
    `select class.teaching_class_name as "teachingClassName", class.semester_id as "semesterId",
        course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName", course.kcsx, course.kcxz,
        course.kclb, course.kcbj, class.open_department_id as "openDepartmentId",
        department.dwmc as "openDepartmentName", roster.list_source as "listSource"
       from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
       join base.semester on semester.xnxq = class.semester_id and semester.sfdqxq = '1'
       join base.course on course.kch = class.course_id
       join base.department on department.dwh = class.open_department_id
      where roster.student_code = $1 and roster.teaching_class_id = $2 and class.class_kind = '1'`,
    [studentCode, teachingClassId],
  );
  return rows[0];
}

const tooMany = (): Refused => refuse('SELF_LEARN_TOO_MANY', { most: SELF_LEARN_COURSES });

/** Why the student may learn no further course by himself in a semester; null when he may. */
async function whyNoPlace(db: Queryable, studentCode: string, semesterId: string): Promise<Refused | null> {
  const { rowCount } = await db.query('select from base.claim where kind = $1 and thing = $2', [
    PLACE,
    placesOf(studentCode, semesterId),
  ]);
  return (rowCount ?? 0) >= SELF_LEARN_COURSES ? tooMany() : null;
}

/** Takes one of the student's places, or keeps the one that the application has. */
async function takePlace(
  { applyId, studentCode, semesterId }: StudentApplicationRequest,
  time: string,
  { pool }: { pool: Parameters<typeof inTransaction>[0] },
): Promise<boolean> {
  const holder = holderOf(applyId);
  return inTransaction(pool, async (client) => {
    const thing = placesOf(studentCode, semesterId);
    const { rowCount } = await client.query('select from base.claim where holder = $1', [holder]);
    if (rowCount !== 0) return true;
    for (let unit = 1; unit <= SELF_LEARN_COURSES; unit += 1)
      if ((await takeClaims(client, holder, [{ kind: PLACE, thing, unit }], time)).length === 0) return true;
    return false;
  });
}
