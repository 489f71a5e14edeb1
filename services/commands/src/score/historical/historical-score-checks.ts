import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { historicalStatus } from '@jwxt/contracts/score/historical/historical-score.resource.ts';
import { historicalValue } from '@jwxt/contracts/score/historical/historical-score.rules.ts';
import type { ScoreRemarkCode } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';
import { loadNamedGrades } from './historical-score.facts.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');

/**
 * What an old score must be (SCORE-MORE-34): a value that the grade systems know, and none that the student has already.
 * What the read model of attempts does not show yet is found when it is entered.
 */
export const historicalScoreRules: ResourceRules = {
  kept: (_client, row) =>
    Promise.resolve(row['enter_status'] === historicalStatus.entered ? '已入账，请先撤销入账' : null),
  async check(client, values) {
    const { rows } = await client.query<{ hierarchy: string; known: string | null }>(
      `select course.score_hierarchy_code as hierarchy,
          (select final_name from ${attemptTable} attempt where attempt.student_code = $2
            and attempt.course_id = course.kch and attempt.semester_id = $3 and attempt.exam_nature = $4
            limit 1) as known
         from base.course where course.kch = $1`,
      [values['courseId'], values['studentCode'], values['semesterId'], values['examNature']],
    );
    const [course] = rows;
    if (!course) return [];
    const problems = [];
    const value = historicalValue(
      values['scoreValue'] as string | null,
      values['scoreRemarkCode'] as ScoreRemarkCode,
      course.hierarchy,
      await loadNamedGrades(client),
    );
    if (!value) problems.push({ field: 'scoreValue', message: '应为 0 至 100 的分数或已有的等级名称' });
    if (course.known !== null)
      problems.push({ field: 'courseId', message: `该学生这个学期已有这门课程的成绩（${course.known}）` });
    return problems;
  },
};
