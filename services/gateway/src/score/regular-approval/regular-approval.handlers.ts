import {
  auditRegularScores,
  exportRegularApprovals,
  queryRegularApprovals,
  regularApprovalDetail,
} from '@jwxt/contracts/score/regular-approval.operations.ts';
import { cappedText, computeRow, countedValue, finalText, itemText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { retakingOf } from '@jwxt/contracts/score/score.vocabulary.ts';
import {
  sheetStream,
  type ScoreChangeRequest,
  type ScoreSheetEvent,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { decideInScope } from '../../approval/shared/decide-applications.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler } from '../../kernel/handler.ts';
import { mapped } from '../../kernel/selection.ts';
import { Refused } from '../../kernel/refused.ts';
import { itemViews } from '../shared/score-item-view.ts';
import {
  exportedRegularApprovals,
  figuresView,
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

type Submitted = Extract<ScoreSheetEvent, { type: 'ScoresSubmitted' }>['data'];

/** From the store itself, so that it is what was decided on, also after the sheet has changed. */
const detailHandler = handler(regularApprovalDetail, async ({ applyId }, call) => {
  const { db, storedStreams } = call.services;
  const [row] = await findRegularApprovals(db, await viewerOf(call), READ, [applyId]);
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
  const events = await storedStreams.read(sheetStream(row.teaching_class_id, row.score_type));
  const submitted = events
    .flatMap(({ event }) => (event.type === 'ScoresSubmitted' ? [event.data as Submitted] : []))
    .findLast(({ application }) => application.applyId === applyId);
  if (!submitted) throw new Refused('APPROVAL_NOT_FOUND');
  const { rules } = submitted;
  return {
    ...regularApprovalItemOf(row),
    figures: figuresView(submitted.figures),
    round: submitted.application.round,
    remarkChanges: waitingChanges(events.map(({ event }) => event)),
    items: itemViews(rules.items, rules.listCode),
    rows: submitted.rows.map(
      ({
        studentCode,
        studentNumber,
        studentName,
        cells,
        scoreRemarkCode,
        final,
        passed,
        isReExamStudentName,
        administrativeClassName,
        gradeMajorName,
      }) => ({
        studentCode,
        studentNumber,
        studentName,
        items: Object.fromEntries(
          rules.items.map((item) => [
            item.dataKey,
            itemText(countedValue(cells[item.dataKey] ?? null, scoreRemarkCode, item), item, rules),
          ]),
        ),
        scoreRemarkName: remarkName(scoreRemarkCode),
        studentScoreFinalValue: finalText(final, rules),
        studentScoreFinalValueRemark: cappedText(
          computeRow(cells, scoreRemarkCode, rules, { studentCode, ...retakingOf(isReExamStudentName) }),
          rules,
        ),
        passed,
        isReExamStudentName,
        administrativeClassName,
        gradeMajorName,
      }),
    ),
  };
});

/** Changes that wait on the sheet: asked for, not in force, and about a submission that is not published. */
function waitingChanges(events: readonly { readonly type: string; readonly data: unknown }[]) {
  const open = new Map<string, ScoreChangeRequest>();
  for (const { type, data } of events as readonly ScoreSheetEvent[]) {
    if (type === 'ChangeReserved' && data.request) open.set(data.applyId, data.request);
    else if (type === 'ChangeReleased') open.delete(data.applyId);
    else if (type === 'ScoresApproved') open.clear();
  }
  return [...open.values()].flatMap(({ applyId, application: { applicant }, rows }) =>
    rows.flatMap(({ studentName, remark }) =>
      remark
        ? [
            {
              applyId,
              studentName,
              before: remark.beforeName,
              after: remark.afterName,
              applicantName: applicant.name,
            },
          ]
        : [],
    ),
  );
}

const auditHandler = handler(auditRegularScores, async (input, call) => {
  const known = await findRegularApprovals(call.services.db, await viewerOf(call), READ, input.keyList);
  return { results: await decideInScope(input, new Set(known.map((row) => row.apply_id)), call) };
});

export const regularApprovalHandlers = [queryHandler, approvalsExport, detailHandler, auditHandler];
