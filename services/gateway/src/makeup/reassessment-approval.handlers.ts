import {
  retakeExport,
  reassessmentCalls,
  reassessmentExports,
  reassessmentKinds,
  reassessmentTabs,
  type ReassessmentKind,
  type ReassessmentTab,
} from '@jwxt/contracts/makeup/reassessment-approval.operations.ts';
import { viewerOf } from '../approval/shared/approval-viewer.ts';
import { decideInScope } from '../approval/shared/decide-applications.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type ExportCall, type Handler, type ListExport, type SignedInCall } from '../kernel/handler.ts';
import { mayDo } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import { itemViews } from '../score/shared/score-item-view.ts';
import { submittedScores } from '../score/shared/submitted-scores.ts';
import {
  countWaitingReassessments,
  decidableReassessments,
  exportedReassessments,
  findReassessment,
  listReassessments,
  tabPermission,
  type ReassessmentFilter,
} from './reassessment-class.read.ts';
import { listOrigins, listReassessedStudents } from './reassessed-student.read.ts';
import { reassessmentWorkbook } from './reassessment-workbook.ts';

function handlersOf(kind: ReassessmentKind): Handler[] {
  const { lists, ...calls } = reassessmentCalls[kind];
  const { scoreType } = reassessmentKinds[kind];
  const tabs: readonly ReassessmentTab[] = ['todo', 'passed', 'all'];

  const listHandlers = tabs.map((tab) =>
    handler(lists[tab], async ({ pageNo, pageSize, sort, ...filter }, call) => {
      const viewer = await viewerOf(call);
      const mayDecide = mayDo(call.user, `${kind}:approval`) && mayDo(call.user, tabPermission(kind, 'todo'));
      const [list, todo] = await Promise.all([
        listReassessments(call.services.db, viewer, kind, tab, filter, { pageNo, pageSize, sort }),
        mayDecide ? countWaitingReassessments(call.services.db, viewer, kind) : 0,
      ]);
      return { ...list, todo };
    }),
  );

  const classInScope = async (call: SignedInCall, teachingClassId: string) => {
    const found = await findReassessment(call.services.db, await viewerOf(call), kind, teachingClassId);
    if (!found) throw new Refused(kind === 'retakeApproval' ? 'MAKEUP_NOT_FOUND' : 'REBUILD_CLASS_NOT_FOUND');
    return found;
  };

  const approveHandler = handler(calls.approve, async (input, call) => {
    return {
      results: await decideInScope(
        input,
        await decidableReassessments(call.services.db, await viewerOf(call), kind, input.keyList),
        call,
      ),
    };
  });

  const detailHandler = handler(calls.detail, async ({ teachingClassId }, call) => {
    const { rules: _rules, ...detail } = await classInScope(call, teachingClassId);
    return detail;
  });

  const studentsHandler = handler(calls.students, async ({ makeupCourseId }, call) => {
    const { rules } = await classInScope(call, makeupCourseId);
    return { list: await listReassessedStudents(call.services.db, makeupCourseId, scoreType, rules) };
  });

  const itemsHandler = handler(calls.scoreItems, async ({ teachingClassId, semesterId }, call) => {
    const { rules, semesterId: ofClass } = await classInScope(call, teachingClassId);
    if (semesterId !== undefined && semesterId !== ofClass) throw new Refused('SHEET_NOT_FOUND');
    return { list: rules === null ? [] : itemViews(rules.items, rules.listCode) };
  });

  const submissionHandler = handler(calls.submission, async ({ applyId }, call) => {
    const { processNo } = reassessmentKinds[kind];
    const submission = await submittedScores(applyId, { permission: `${kind}:query`, processNo }, call);
    const origins = await listOrigins(call.services.db, submission.teachingClassId);
    const unknown = { makeupTypeName: null, originFinalValue: null };
    return {
      ...submission,
      rows: submission.rows.map((row) => ({ ...row, ...(origins.get(row.studentCode) ?? unknown) })),
    };
  });

  const windowHandler = handler(calls.window, async ({ teachingClassId, semesterId }, call) => {
    const {
      scoreTermInputBeginTime,
      scoreTermInputEndTime,
      semesterId: ofClass,
    } = await classInScope(call, teachingClassId);
    if (semesterId !== undefined && semesterId !== ofClass) throw new Refused('SHEET_NOT_FOUND');
    return { scoreTermInputBeginTime, scoreTermInputEndTime };
  });

  return [
    ...listHandlers,
    approveHandler,
    detailHandler,
    studentsHandler,
    itemsHandler,
    submissionHandler,
    windowHandler,
  ];
}

/** A list as a download, in the scope of the export's own permission. */
async function exportOf(
  kind: ReassessmentKind,
  tab: ReassessmentTab,
  filter: ReassessmentFilter,
  call: ExportCall,
): Promise<ListExport> {
  const title = `${reassessmentKinds[kind].name}-${reassessmentTabs[tab]}`;
  return listExport(
    `${title}.xlsx`,
    reassessmentWorkbook(
      kind,
      title,
      exportedReassessments(await viewerOf(call), kind, tab, filter, call.permission ?? tabPermission(kind, tab)),
    ),
  );
}

const exportHandlers = (['todo', 'passed', 'all'] as const).map((tab) =>
  exportHandler(reassessmentExports[tab], (filter, call) => exportOf('retakeApproval', tab, filter, call)),
);

const retakeExportHandler = exportHandler(retakeExport, ({ tab, ...filter }, call) => {
  // One code exports any of the lists, but only one that the person may look at.
  if (!mayDo(call.user, tabPermission('rebuildScoreApproval', tab))) throw new Refused('FORBIDDEN');
  return exportOf('rebuildScoreApproval', tab, filter, call);
});

export const reassessmentApprovalHandlers: readonly Handler[] = [
  ...handlersOf('retakeApproval'),
  ...handlersOf('rebuildScoreApproval'),
  ...exportHandlers,
  retakeExportHandler,
];
