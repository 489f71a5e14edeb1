import {
  auditRegularScores,
  exportRegularApprovals,
  queryRegularApprovals,
  regularApprovalDetail,
  REGULAR_PROCESS,
} from '@jwxt/contracts/score/regular-approval.operations.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { decideInScope } from '../../approval/shared/decide-applications.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler } from '../../kernel/handler.ts';
import { mapped } from '../../kernel/selection.ts';
import { submittedScores } from '../shared/submitted-scores.ts';
import {
  exportedRegularApprovals,
  findRegularApprovals,
  listRegularApprovals,
  regularApprovalItemOf,
} from './regular-approval.read.ts';

const READ = 'regularScoreApproval:query';

const queryHandler = handler(queryRegularApprovals, async (filter, call) => {
  const { rows, total, todo } = await listRegularApprovals(call.services.db, await viewerOf(call), READ, filter);
  return { rows: rows.map(regularApprovalItemOf), total, todo };
});

const approvalsExport = exportHandler(exportRegularApprovals, async (filter, call) => {
  const rows = exportedRegularApprovals(await viewerOf(call), 'regularScoreApproval:exportExcel', filter);
  return listExport('正考成绩审批.xlsx', {
    sheet: '正考成绩审批',
    rows: mapped(rows, regularApprovalItemOf),
    columns: [
      { header: '学年学期', width: 26, value: (row) => row.semesterName },
      { header: '开课单位', width: 22, value: (row) => row.departmentName },
      { header: '课程编号', width: 14, value: (row) => row.courseNum },
      { header: '课程名称', width: 24, value: (row) => row.courseName },
      { header: '学分', width: 8, kind: 'number', value: (row) => row.courseCredit },
      { header: '教学班', width: 26, value: (row) => row.teachingClassName },
      { header: '任课教师', width: 18, value: (row) => row.teacherName },
      { header: '录入人', width: 12, value: (row) => row.importTeacher },
      { header: '人数', width: 8, kind: 'number', value: (row) => row.figures?.personNum ?? null },
      { header: '及格率', width: 10, kind: 'number', value: (row) => row.figures?.passRate ?? '' },
      { header: '优秀率', width: 10, kind: 'number', value: (row) => row.figures?.excellentRate ?? '' },
      { header: '平均分', width: 10, kind: 'number', value: (row) => row.figures?.mean || null },
      { header: '最高分', width: 10, kind: 'number', value: (row) => row.figures?.max || null },
      { header: '最低分', width: 10, kind: 'number', value: (row) => row.figures?.min || null },
      { header: '送审人', width: 12, value: (row) => row.applicantName },
      { header: '送审时间', width: 20, kind: 'time', value: (row) => row.applyTime },
      { header: '状态', width: 12, value: (row) => row.approvalBusinessStatusName },
      { header: '当前节点', width: 16, value: (row) => row.currentNodeName },
    ],
  });
});

const detailHandler = handler(regularApprovalDetail, ({ applyId }, call) =>
  submittedScores(applyId, { permission: READ, processNo: REGULAR_PROCESS }, call),
);

const auditHandler = handler(auditRegularScores, async (input, call) => {
  const known = await findRegularApprovals(call.services.db, await viewerOf(call), READ, input.keyList);
  return { results: await decideInScope(input, new Set(known.map((row) => row.apply_id)), call) };
});

export const regularApprovalHandlers = [queryHandler, approvalsExport, detailHandler, auditHandler];
