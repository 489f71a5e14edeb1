import { newCourse } from './base-data-samples.ts';
import { newStudent, type CommandSamples } from './command-sample.ts';
import type { TestApp } from './commands-app.ts';
import { asStudent } from './grade-exam-samples.ts';
import { people } from './score-school.ts';

const office = { actor: people.office };

/** A frozen grade point average of a student of its own. */
async function newCheck(t: TestApp, n: number): Promise<{ studentCode: string; gpaCheckId: string }> {
  const studentCode = await newStudent(t, n);
  const gpaCheckId = `check${String(n)}`;
  await t.app.services.pool.query(
    `insert into base.gpa_check (gpa_check_id, semester_id, student_code, version_no, is_current, rule_version, gpa,
        weighted_average, credit_earned, credit_failed, class_size, major_size, courses, generated_at)
      values ($1, '2026-2027-1', $2, 1, true, '2020-1', 350, 8500, 40, 0, 1, 1, '[]', now())`,
    [gpaCheckId, studentCode],
  );
  return { studentCode, gpaCheckId };
}

/** A snapshot in a batch of its own. */
async function newSnapshot(
  t: TestApp,
  n: number,
  lockStatus: '0' | '1',
): Promise<{ graduationBatch: string; key: string }> {
  const studentCode = await newStudent(t, n);
  const [graduationBatch, key] = [`批次${String(n)}`, `snapshot${String(n)}`];
  await t.app.services.pool.query(
    `insert into base.graduation_score (graduation_score_id, graduation_batch, student_code, required_credit,
        earned_credit, gpa, weighted_average, failed_course_num, rule_version, module_detail, courses, snapshot_time,
        lock_status) values ($1, $2, $3, 1600, 1600, 350, 8500, 0, '2020-1', '[]', '[]', now(), $4)`,
    [key, graduationBatch, studentCode, lockStatus],
  );
  return { graduationBatch, key };
}

/** Commands of frozen standings, and of old scores. */
export const standingSamples: CommandSamples = {
  'historicalScore.revoke': {
    async prepare(t, n) {
      const key = `historical${String(n)}`;
      await t.app.services.pool.query(
        `insert into base.historical_score (historical_score_id, student_code, course_id, semester_id, exam_nature,
            score_value, source_note, enter_status) values ($1, $2, $3, '2026-2027-1', '01', '83', '旧系统', '1')`,
        [key, await newStudent(t, n), await newCourse(t, n)],
      );
      return { payload: { key, reason: '与档案不符' }, envelope: office };
    },
  },
  'gpaCheckList.confirm': {
    async prepare(t, n) {
      const { studentCode, gpaCheckId } = await newCheck(t, n);
      return { payload: { gpaCheckId, checkStatus: '1' }, envelope: asStudent(studentCode) };
    },
  },
  'graduationScore.lock': {
    async prepare(t, n) {
      const { graduationBatch, key } = await newSnapshot(t, n, '0');
      return { payload: { graduationBatch, keys: [key] }, envelope: office };
    },
  },
  'graduationScore.unlock': {
    async prepare(t, n) {
      const { key } = await newSnapshot(t, n, '1');
      return { payload: { key, reason: '补录成绩' }, envelope: office };
    },
  },
};
