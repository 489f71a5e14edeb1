import { randomUUID } from 'node:crypto';
import { errorText } from '@jwxt/contracts/kernel/error.vocabulary.ts';
import { auditRegularScores, exportRegularApprovals, queryRegularApprovals, regularApprovalDetail } from '@jwxt/contracts/score/regular-approval.operations.ts';
import { cellText, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { sheetStream, type CellValue, type ScoreItem, type ScoreSheetEvent, type SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreRemarks, type ScoreRemarkCode } from '@jwxt/contracts/score/score.vocabulary.ts';
import { decideAll } from '../kernel/decide-applications.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { itemViews } from '../kernel/score-items.ts';
import { workbookAnswer, writeWorkbook } from '../kernel/workbook.ts';
import { exportedRegularApprovals, figuresView, findRegularApprovals, listRegularApprovals, regularApprovalItemOf } from './regular-approval.read.ts';

const READ = 'regularScoreApproval:query';
const queueKeysOf = ({ services, user }: SignedInCall): Promise<readonly string[]> => services.queueKeys.of(user);

const queryHandler = handler(queryRegularApprovals, async (filter, call) => {
  const { rows, total, todo } = await listRegularApprovals(call.services.db, call.user, READ, await queueKeysOf(call), filter);
  return { rows: rows.map(regularApprovalItemOf), total, todo };
});

const exportHandler = handler(exportRegularApprovals, async (filter, call) => {
  const rows = await exportedRegularApprovals(call.services.db, call.user, 'regularScoreApproval:exportExcel', await queueKeysOf(call), filter);
  return workbookAnswer('正考成绩审批.xlsx', await writeWorkbook({
    sheet: '正考成绩审批', rows: rows.map(regularApprovalItemOf),
    columns: [
      { header: '学年学期', width: 26, value: (row) => row.semesterName }, { header: '开课单位', width: 22, value: (row) => row.departmentName }, { header: '课程编号', width: 14, value: (row) => row.courseNum },
      { header: '课程名称', width: 24, value: (row) => row.courseName }, { header: '学分', width: 8, number: true, value: (row) => row.courseCredit }, { header: '教学班', width: 26, value: (row) => row.teachingClassName },
      { header: '任课教师', width: 18, value: (row) => row.teacherName }, { header: '录入人', width: 12, value: (row) => row.importTeacher }, { header: '人数', width: 8, number: true, value: (row) => row.figures?.personNum ?? null },
      { header: '及格率', width: 10, value: (row) => row.figures?.passRate ?? '' }, { header: '优秀率', width: 10, value: (row) => row.figures?.excellentRate ?? '' },
      { header: '平均分', width: 10, number: true, value: (row) => row.figures?.mean || null }, { header: '最高分', width: 10, number: true, value: (row) => row.figures?.max || null }, { header: '最低分', width: 10, number: true, value: (row) => row.figures?.min || null },
      { header: '送审人', width: 12, value: (row) => row.applicantName }, { header: '送审时间', width: 20, value: (row) => row.applyTime }, { header: '状态', width: 12, value: (row) => row.approvalBusinessStatusName },
      { header: '当前节点', width: 16, value: (row) => row.currentNodeName },
    ],
  }));
});

type Submitted = Extract<ScoreSheetEvent, { type: 'ScoresSubmitted' }>['data'];

/** From the store itself, so that it is what was decided on, also after the sheet has changed. */
const detailHandler = handler(regularApprovalDetail, async ({ applyId }, call) => {
  const { db, storedStreams } = call.services;
  const [row] = await findRegularApprovals(db, call.user, READ, await queueKeysOf(call), [applyId]);
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
  const events = await storedStreams.read(sheetStream(row.teaching_class_id, row.score_type));
  const submitted = events.flatMap(({ event }) => (event.type === 'ScoresSubmitted' ? [event.data as Submitted] : [])).findLast(({ application }) => application.applyId === applyId);
  if (!submitted) throw new Refused('APPROVAL_NOT_FOUND');
  const { rules } = submitted;
  return {
    ...regularApprovalItemOf(row), figures: figuresView(submitted.figures), round: submitted.application.round, items: itemViews(rules.items, rules.listCode),
    rows: submitted.rows.map(({ studentCode, studentNumber, studentName, cells, scoreRemarkCode, final, passed, isReExamStudentName, administrativeClassName, gradeMajorName }) => ({
      studentCode, studentNumber, studentName, items: Object.fromEntries(rules.items.map((item) => [item.dataKey, shownCell(cells[item.dataKey] ?? null, item, rules)])),
      scoreRemarkName: scoreRemarks[scoreRemarkCode as ScoreRemarkCode]?.name ?? scoreRemarkCode, studentScoreFinalValue: finalText(final, rules), passed, isReExamStudentName, administrativeClassName, gradeMajorName,
    })),
  };
});

function shownCell(value: CellValue, { scoreHierarchyCode }: ScoreItem, { listCode }: SheetRules): string | null {
  return listCode.find((band) => band.scoreHierarchyCode === scoreHierarchyCode && band.scoreValueCode === value)?.scoreValueName ?? cellText(value);
}

/** Only submissions in scope: whatever else is named is answered as not found. */
const auditHandler = handler(auditRegularScores, async (input, call) => {
  const known = new Set((await findRegularApprovals(call.services.db, call.user, READ, [], input.keyList)).map((row) => row.apply_id));
  const keys = input.keyList.filter((key) => known.has(key));
  const unknown = input.keyList.filter((key) => !known.has(key));
  const decided = keys.length === 0 && unknown.length > 0 ? {} : await decideAll(input, keys, input.commandId ?? randomUUID(), call);
  return { results: { ...decided, ...Object.fromEntries(unknown.map((key) => [key, { code: 'APPROVAL_NOT_FOUND', message: errorText('APPROVAL_NOT_FOUND') }])) } };
});

export const regularApprovalHandlers = [queryHandler, exportHandler, detailHandler, auditHandler];
