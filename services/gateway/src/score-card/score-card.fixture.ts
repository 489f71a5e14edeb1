import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { SEMESTER } from '../testing/school.data.ts';
import type { School } from '../testing/school.ts';

export const attemptTable = readModelTable(attemptModel, 'attempt');

/** Score rules of a later grade, and a draft for this one. */
export const otherRules = [
  {
    scoreRulesId: 'R2027',
    ruleVersion: '2027-1',
    ruleName: '2027级规则',
    grades: ['2027'],
    passMark: 6000,
    effectiveRule: 'ZHC',
    gpaRule: 'GPA50',
    countFailed: '0',
    judgeRounded: '0',
    gpaAttributes: ['1'],
    gpaWithoutNatures: [],
    publishStatus: '1',
  },
  {
    scoreRulesId: 'RD',
    ruleVersion: '2028-1',
    ruleName: '草稿',
    grades: ['2026'],
    passMark: 6000,
    effectiveRule: 'ZHC',
    gpaRule: 'GPA50',
    countFailed: '0',
    judgeRounded: '0',
    gpaAttributes: ['1'],
    gpaWithoutNatures: [],
    publishStatus: '0',
  },
];

/** A template of Chinese transcripts that leaves out what was failed, and the averages. */
export const printTemplate = {
  printTemplateName: '求职用',
  printType: '1',
  title: '学业成绩证明',
  note: '仅供求职',
  showFailed: '0',
  showAverage: '0',
  landscape: '0',
  isDefault: '1',
  sfqy: '1',
} as const;

/** Puts a published attempt into the read model, as the projection would. */
export async function recordAttempt(
  { pool }: Pick<School, 'pool'>,
  id: string,
  student: string,
  course: string,
  final: number,
  nature: string,
  rawFinal: number | null = null,
): Promise<void> {
  await pool.query(
    `insert into ${attemptTable} (attempt_id, student_code, student_number, student_name, course_id, course_num,
        course_name, course_credit, semester_id, exam_nature, final, final_name, remark_code, passed, source,
       hierarchy_code, raw_final, rule_version, apply_id, open_department_id, department_id, bjdm, njzydm, replaces,
         recorded_at, revision)
     select $1, $2, $2, $2, course.kch, course.ywbm, course.kcmc, course.xf, $3, $4, $5::int, to_char($5::int / 100.0,
       'FM990.00'), '00',
       $5::int >= 6000, '1', 'bfz', $6, 'ZGF-60', 'P1', course.kkxy, '101', 'B101', 'M101', '{}', now(),
            (select count(*) from ${attemptTable}) from base.course where course.kch = $7`,
    [id, student, SEMESTER, nature, final, rawFinal, course],
  );
}

/** {@link recordAttempt} in a school. */
export type Recorder = (
  ...given: Parameters<typeof recordAttempt> extends [unknown, ...infer Rest] ? Rest : never
) => Promise<void>;
