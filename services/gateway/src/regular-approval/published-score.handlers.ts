import type { z } from 'zod';
import { exportPublishedScores, queryPublishedScores, type publishedScore } from '@jwxt/contracts/score/published-score.operations.ts';
import { finalText, formatDecimal } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { NORMAL_REMARK, scoreRemarks, scoreTypeNames, type ScoreRemarkCode, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler } from '../kernel/handler.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';
import { teachingClassScope } from '../kernel/teaching-class-scope.ts';
import { workbookAnswer, writeWorkbook } from '../kernel/workbook.ts';

type Filter = z.output<(typeof exportPublishedScores)['input']>;
type Published = z.output<typeof publishedScore>;

interface ScoreRow {
  teaching_class_id: string; score_type: string; semester_name: string; open_department_name: string; course_id: string; course_num: string; course_name: string; course_credit: number; teaching_class_name: string;
  teachers: { name: string }[]; rules: SheetRules; student_code: string; student_number: string; student_name: string; bjmc: string; njzymc: string; final: number | null; remark_code: string; passed: boolean; list_source: string | null;
}

const columns = `s.teaching_class_id, s.score_type, s.semester_name, s.open_department_name, s.course_id, s.course_num, s.course_name, s.course_credit, s.teaching_class_name, s.teachers,
  jsonb_build_object('scoreHierarchyCode', s.rules->'scoreHierarchyCode', 'listCode', s.rules->'listCode', 'digit', s.rules->'digit') as rules,
  r.student_code, r.student_number, r.student_name, b.bjmc, m.njzymc, r.final, r.remark_code, r.passed, l.list_source`;
/** Rows of published sheets (status 4) with who they are of. */
const from = `from rm_score_sheet.sheet s
  join base.teaching_class c on c.teaching_class_id = s.teaching_class_id
  join rm_score_sheet.row r on r.sheet_id = s.sheet_id
  join base.student x on x.student_code = r.student_code
  join base.class_info b on b.bjdm = x.bjdm
  join base.grade_major m on m.njzydm = x.njzydm
  left join base.teaching_class_student l on l.teaching_class_id = s.teaching_class_id and l.student_code = r.student_code`;

/** Published scores in scope under a permission, by semester (newest first), course and student; `first` rows from an offset, with the number of all. */
async function listPublished(db: Queryable, user: Principal, permission: string, filter: Filter, offset: number, first: number): Promise<{ rows: Published[]; total: number }> {
  const params = sqlParams();
  const conditions = [`s.sheet_status = '4'`, scopeCondition(user, permission, teachingClassScope, params)];
  for (const [column, value] of [['s.semester_id', filter.semesterId], ['s.score_type', filter.scoreType], ['s.open_department_id', filter.departmentId]] as const) if (value) conditions.push(`${column} = ${params.add(value)}`);
  for (const [value, names] of [[filter.course, ['s.course_num', 's.course_name']], [filter.teachingClass, ['s.teaching_class_code', 's.teaching_class_name']], [filter.student, ['r.student_number', 'r.student_name']]] as const) {
    if (!value) continue;
    const text = params.add(containing(value));
    conditions.push(`(${names.map((name) => `${name} ilike ${text}`).join(' or ')})`);
  }
  if (filter.teacher) {
    const text = params.add(containing(filter.teacher));
    conditions.push(`exists (select from base.teaching_class_teacher g join base.teacher t on t.gh = g.gh where g.teaching_class_id = s.teaching_class_id and (t.xm ilike ${text} or t.ywbm ilike ${text}))`);
  }
  if (filter.passed) conditions.push(`r.passed = ${params.add(filter.passed === '1')}`);
  const where = conditions.join(' and ');
  const countValues = [...params.values];
  const [{ rows }, count] = await Promise.all([
    db.query<ScoreRow>(`select ${columns} ${from} where ${where} order by s.semester_id desc, s.course_num, s.teaching_class_code, r.student_number, r.student_code limit ${params.add(first)} offset ${params.add(offset)}`, [...params.values]),
    db.query<{ total: number }>(`select count(*)::int as total ${from} where ${where}`, countValues),
  ]);
  return { rows: rows.map(publishedOf), total: count.rows[0]?.total ?? 0 };
}

function publishedOf(row: ScoreRow): Published {
  return {
    teachingClassId: row.teaching_class_id, scoreType: row.score_type, semesterName: row.semester_name, departmentName: row.open_department_name, courseId: row.course_id, courseNum: row.course_num, courseName: row.course_name,
    courseCredit: formatDecimal(row.course_credit, 1, 1), teachingClassName: row.teaching_class_name, teacherName: row.teachers.map(({ name }) => name).join('、'),
    studentCode: row.student_code, studentNumber: row.student_number, studentName: row.student_name, administrativeClassName: row.bjmc, gradeMajorName: row.njzymc, studentScoreFinalValue: finalText(row.final, row.rules),
    scoreRemarkName: row.remark_code === NORMAL_REMARK ? '' : scoreRemarks[row.remark_code as ScoreRemarkCode]?.name ?? row.remark_code, passed: row.passed, isReExamStudentName: row.list_source ?? '',
  };
}

/** Lines of a workbook at most. */
const MAX_EXPORTED = 50_000;

const queryHandler = handler(queryPublishedScores, ({ pageNo, pageSize, ...filter }, call) => listPublished(call.services.db, call.user, 'publishedScore:query', filter, (pageNo - 1) * pageSize, pageSize));

const exportHandler = handler(exportPublishedScores, async (filter, call) => {
  const { rows } = await listPublished(call.services.db, call.user, 'publishedScore:exportExcel', filter, 0, MAX_EXPORTED);
  return workbookAnswer('已发布成绩.xlsx', await writeWorkbook({
    sheet: '已发布成绩', rows,
    columns: [
      { header: '学年学期', width: 26, value: (row) => row.semesterName }, { header: '开课单位', width: 22, value: (row) => row.departmentName }, { header: '课程编号', width: 14, value: (row) => row.courseNum },
      { header: '课程名称', width: 24, value: (row) => row.courseName }, { header: '学分', width: 8, number: true, value: (row) => row.courseCredit }, { header: '教学班', width: 26, value: (row) => row.teachingClassName },
      { header: '成绩类型', width: 12, value: (row) => scoreTypeNames[row.scoreType as ScoreType] }, { header: '任课教师', width: 18, value: (row) => row.teacherName }, { header: '学号', width: 16, value: (row) => row.studentNumber },
      { header: '姓名', width: 12, value: (row) => row.studentName }, { header: '行政班', width: 16, value: (row) => row.administrativeClassName }, { header: '年级专业', width: 26, value: (row) => row.gradeMajorName },
      { header: '名单来源', width: 10, value: (row) => row.isReExamStudentName }, { header: '总评成绩', width: 10, value: (row) => row.studentScoreFinalValue }, { header: '成绩备注', width: 12, value: (row) => row.scoreRemarkName },
      { header: '是否及格', width: 10, value: (row) => (row.passed ? '及格' : '不及格') },
    ],
  }));
});

export const publishedScoreHandlers = [queryHandler, exportHandler];
