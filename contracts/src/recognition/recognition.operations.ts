import { z } from 'zod';
import { commandId, dateTimeText, pageNum, pageSize, total } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { applyForRecognition } from './recognition.command.ts';

/** A recognition application in lists. */
export const recognitionItem = z.object({
  scoreCognizanceApplyId: z.string(), studentId: z.string(), studentNumber: z.string(), studentName: z.string(), departmentName: z.string(), studentClassName: z.string(),
  applicantName: z.string(), scoreCognizanceApplyTime: dateTimeText, summary: z.string(),
  approvalBusinessStatus: z.string(), approvalBusinessStatusName: z.string(), currentNodeName: z.string().nullable(),
});

export const applyRecognition = defineOperation({
  id: 'recognition.apply', method: 'POST', path: '/score/scoreCognizanceApply/apply', access: { permission: 'systemScoreCognizance:apply' },
  summary: '申请成绩认定', encoding: 'json', outcome: 'submitForApproval',
  input: applyForRecognition.payload.extend({ commandId }),
  output: z.object({ applyId: z.string() }),
});

export const queryRecognitions = defineOperation({
  id: 'recognition.query', method: 'POST', path: '/score/scoreCognizanceApply/query', access: { permission: 'systemScoreCognizance:query' },
  summary: '成绩认定申请列表', encoding: 'form', outcome: 'query',
  input: z.object({ keyword: z.string().trim().max(60).optional(), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(recognitionItem), total }),
});

/** Two groups of columns: the outside score and what it is recognised as (RECOGNITION-04…07, 13…16, 21). Credits and values as shown. */
export const recognitionDetail = defineOperation({
  id: 'recognition.detail', method: 'GET', path: '/score/scoreCognizanceApply/systemScore/detail/{id}', access: { permission: 'systemScoreCognizanceAudit:detail' },
  summary: '系统内成绩认定详情', outcome: 'query',
  input: z.object({ id: z.string().min(1) }),
  output: z.object({
    ...recognitionItem.shape, scoreCognizanceApplyRemark: z.string(),
    /** True once the recognised scores exist. */
    effected: z.boolean(),
    relateList: z.array(z.object({
      outSideList: z.array(z.object({ outSemesterId: z.string(), outCourseNatureName: z.string(), outCourseAttributeName: z.string(), courseNum: z.string(), outCourseCode: z.string(), outCourseName: z.string(), outCourseCredit: z.string(), outCoursePeriod: z.string(), outScoreCognizanceFinalValue: z.string(), outSchoolScoreTypeName: z.string() })),
      inSideList: z.array(z.object({ semesterId: z.string(), courseNatureName: z.string(), courseAttributeName: z.string(), courseNum: z.string(), courseName: z.string(), courseCredit: z.string(), coursePeriod: z.string(), scoreCognizanceFinalValue: z.string(), scoreHierarchyCode: z.string(), scoreHierarchyName: z.string(), scoreValueStr: z.string() })),
    })),
  }),
});

/** In-plan courses of a student that have no recognised score yet. */
export const planCourses = defineOperation({
  id: 'recognition.planCourses', method: 'GET', path: '/score/scoreCognizanceApply/planCourses', access: { permission: 'systemScoreCognizance:query' },
  summary: '学生培养计划内课程', outcome: 'query',
  input: z.object({ studentId: z.string().min(1, '请先选择学生再操作') }),
  output: z.object({ list: z.array(z.object({ courseId: z.string(), courseNum: z.string(), courseName: z.string(), courseCredit: z.string(), coursePeriod: z.string(), courseNatureName: z.string(), courseAttributeName: z.string(), semesterId: z.string(), recognised: z.boolean() })) }),
});
export const recognitionOperations = [applyRecognition, queryRecognitions, recognitionDetail, planCourses] as const;
