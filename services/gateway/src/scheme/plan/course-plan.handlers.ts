import {
  coursePlanGradeMajors,
  exportCoursePlan,
  queryCoursePlan,
} from '@jwxt/contracts/scheme/plan/course-plan.operations.ts';
import { planSourceNames, taskStatusNames } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, type Handler } from '../../kernel/handler.ts';
import { currentSemester, listCoursePlan, selectCoursePlan } from './course-plan.read.ts';
import { listGradeMajors } from './plan-scope.ts';

/** 开课计划 (SCHEME-27). */
export const coursePlanHandlers: readonly Handler[] = [
  handler(coursePlanGradeMajors, async (asked, { services: { db }, user, permission }) => ({
    list: await listGradeMajors(db, user, permission, asked),
  })),
  handler(queryCoursePlan, async ({ pageNo, pageSize, sort, ...filter }, { services: { db }, user, permission }) => {
    const semesterId = filter.semesterId ?? (await currentSemester(db)) ?? '';
    return await listCoursePlan(db, user, permission, { ...filter, semesterId }, { pageNo, pageSize, sort });
  }),
  exportHandler(exportCoursePlan, async (filter, { services: { db }, user, permission }) => {
    const semesterId = filter.semesterId ?? (await currentSemester(db)) ?? '';
    return listExport(`开课计划_${semesterId}.xlsx`, {
      sheet: '开课计划',
      rows: selectCoursePlan(user, permission, { ...filter, semesterId }),
      columns: [
        { header: '学年学期', width: 14, value: (row) => row.semesterId },
        { header: '课程编号', width: 14, value: (row) => row.courseBusinessCode },
        { header: '课程名称', width: 28, value: (row) => row.courseName },
        { header: '开课单位', width: 20, value: (row) => row.openDepartmentName },
        { header: '年级专业', width: 24, value: (row) => row.gradeMajorName },
        { header: '班级', width: 30, value: (row) => row.classNames },
        { header: '计划人数', width: 10, kind: 'number', value: (row) => String(row.studentNum) },
        { header: '欠修人数', width: 10, kind: 'number', value: (row) => String(row.owedNum) },
        { header: '课程属性', width: 10, value: (row) => row.courseAttributeName },
        { header: '学分', width: 8, kind: 'number', value: (row) => row.credit },
        { header: '总学时', width: 8, kind: 'number', value: (row) => row.totalHour },
        { header: '来源', width: 10, value: (row) => planSourceNames[row.planSource] },
        { header: '任务', width: 12, value: (row) => taskStatusNames[row.taskStatus] },
      ],
    });
  }),
];
