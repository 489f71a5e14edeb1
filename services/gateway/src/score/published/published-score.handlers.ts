import type { z } from 'zod';
import {
  exportPublishedScores,
  queryPublishedScores,
  type publishedScore,
} from '@jwxt/contracts/score/published-score.operations.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { shownRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler } from '../../kernel/handler.ts';
import { mapped } from '../../kernel/selection.ts';
import { publishedScores, readPublishedPage, type ScoreRow } from './published-score.read.ts';

type Published = z.output<typeof publishedScore>;

function publishedOf(row: ScoreRow): Published {
  return {
    teachingClassId: row.teaching_class_id,
    scoreType: row.score_type,
    semesterName: row.semester_name,
    departmentName: row.open_department_name,
    courseId: row.course_id,
    courseNum: row.course_num,
    courseName: row.course_name,
    courseCredit: formatDecimal(row.course_credit, 1, 1),
    teachingClassName: row.teaching_class_name,
    teacherName: row.teachers.map(({ name }) => name).join('、'),
    studentCode: row.student_code,
    studentNumber: row.student_number,
    studentName: row.student_name,
    administrativeClassName: row.bjmc ?? '',
    gradeMajorName: row.njzymc ?? '',
    studentScoreFinalValue: finalText(row.final, row.rules),
    scoreRemarkName: shownRemark(row.remark_code),
    passed: row.passed,
    isReExamStudentName: row.list_source ?? '',
  };
}

const queryHandler = handler(
  queryPublishedScores,
  async ({ pageNo, pageSize, sort, ...filter }, { services, user }) => {
    const { rows, ...found } = await readPublishedPage(services.db, user, 'publishedScore:query', filter, {
      pageNo,
      pageSize,
      sort,
    });
    return { rows: rows.map(publishedOf), ...found };
  },
);

const scoresExport = exportHandler(exportPublishedScores, (filter, { user }) => {
  const rows = publishedScores(user, 'publishedScore:exportExcel', filter);
  return listExport('已发布成绩.xlsx', {
    sheet: '已发布成绩',
    rows: mapped(rows, publishedOf),
    columns: [
      { header: '学年学期', width: 26, value: (row) => row.semesterName },
      { header: '开课单位', width: 22, value: (row) => row.departmentName },
      { header: '课程编号', width: 14, value: (row) => row.courseNum },
      { header: '课程名称', width: 24, value: (row) => row.courseName },
      { header: '学分', width: 8, kind: 'number', value: (row) => row.courseCredit },
      { header: '教学班', width: 26, value: (row) => row.teachingClassName },
      { header: '成绩类型', width: 12, value: (row) => scoreTypeNames[row.scoreType as ScoreType] },
      { header: '任课教师', width: 18, value: (row) => row.teacherName },
      { header: '学号', width: 16, value: (row) => row.studentNumber },
      { header: '姓名', width: 12, value: (row) => row.studentName },
      { header: '行政班', width: 16, value: (row) => row.administrativeClassName },
      { header: '年级专业', width: 26, value: (row) => row.gradeMajorName },
      { header: '名单来源', width: 10, value: (row) => row.isReExamStudentName },
      { header: '总评成绩', width: 10, kind: 'number', value: (row) => row.studentScoreFinalValue },
      { header: '成绩备注', width: 12, value: (row) => row.scoreRemarkName },
      { header: '是否及格', width: 10, value: (row) => (row.passed ? '及格' : '不及格') },
    ],
  });
});

export const publishedScoreHandlers = [queryHandler, scoresExport];
