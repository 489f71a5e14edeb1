import {
  rebuildExport,
  retakeCalls,
  retakeExports,
  retakeKinds,
  retakeTabs,
  type RetakeKind,
  type RetakeTab,
} from '@jwxt/contracts/makeup/retake-approval.operations.ts';
import { viewerOf } from '../approval/shared/approval-viewer.ts';
import { decideInScope } from '../approval/shared/decide-applications.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type ExportCall, type Handler, type ListExport, type SignedInCall } from '../kernel/handler.ts';
import { mayDo } from '../kernel/principal.ts';
import { Refused } from '../kernel/refused.ts';
import { itemViews } from '../score/shared/score-item-view.ts';
import {
  countWaitingRetakes,
  decidableRetakes,
  exportedRetakes,
  findRetake,
  listRetakes,
  tabPermission,
  type RetakeFilter,
} from './retake-class.read.ts';
import { listRetakeStudents } from './retake-student.read.ts';
import { retakeWorkbook } from './retake-workbook.ts';

function handlersOf(kind: RetakeKind): Handler[] {
  const { lists, ...calls } = retakeCalls[kind];
  const { scoreType } = retakeKinds[kind];
  const tabs: readonly RetakeTab[] = ['todo', 'passed', 'all'];

  const listHandlers = tabs.map((tab) =>
    handler(lists[tab], async ({ pageNo, pageSize, ...filter }, call) => {
      const viewer = await viewerOf(call);
      const mayDecide = mayDo(call.user, `${kind}:approval`) && mayDo(call.user, tabPermission(kind, 'todo'));
      const [list, todo] = await Promise.all([
        listRetakes(call.services.db, viewer, kind, tab, filter, { pageNo, pageSize }),
        mayDecide ? countWaitingRetakes(call.services.db, viewer, kind) : 0,
      ]);
      return { ...list, todo };
    }),
  );

  const classInScope = async (call: SignedInCall, teachingClassId: string) => {
    const found = await findRetake(call.services.db, await viewerOf(call), kind, teachingClassId);
    if (!found) throw new Refused(kind === 'retakeApproval' ? 'MAKEUP_NOT_FOUND' : 'REBUILD_CLASS_NOT_FOUND');
    return found;
  };

  const approveHandler = handler(calls.approve, async (input, call) => {
    return {
      results: await decideInScope(
        input,
        await decidableRetakes(call.services.db, await viewerOf(call), kind, input.keyList),
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
    return { list: await listRetakeStudents(call.services.db, makeupCourseId, scoreType, rules) };
  });

  const itemsHandler = handler(calls.scoreItems, async ({ teachingClassId, semesterId }, call) => {
    const { rules, semesterId: ofClass } = await classInScope(call, teachingClassId);
    if (semesterId !== undefined && semesterId !== ofClass) throw new Refused('SHEET_NOT_FOUND');
    return { list: rules === null ? [] : itemViews(rules.items, rules.listCode) };
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

  return [...listHandlers, approveHandler, detailHandler, studentsHandler, itemsHandler, windowHandler];
}

/** A list as a download, in the scope of the export's own permission. */
async function exportOf(kind: RetakeKind, tab: RetakeTab, filter: RetakeFilter, call: ExportCall): Promise<ListExport> {
  const title = `${retakeKinds[kind].name}-${retakeTabs[tab]}`;
  return listExport(
    `${title}.xlsx`,
    retakeWorkbook(
      kind,
      title,
      exportedRetakes(await viewerOf(call), kind, tab, filter, call.permission ?? tabPermission(kind, tab)),
    ),
  );
}

const exportHandlers = (['todo', 'passed', 'all'] as const).map((tab) =>
  exportHandler(retakeExports[tab], (filter, call) => exportOf('retakeApproval', tab, filter, call)),
);

const rebuildExportHandler = exportHandler(rebuildExport, ({ tab, ...filter }, call) => {
  // One code exports any of the lists, but only one that the person may look at.
  if (!mayDo(call.user, tabPermission('rebuildScoreApproval', tab))) throw new Refused('FORBIDDEN');
  return exportOf('rebuildScoreApproval', tab, filter, call);
});

export const retakeApprovalHandlers: readonly Handler[] = [
  ...handlersOf('retakeApproval'),
  ...handlersOf('rebuildScoreApproval'),
  ...exportHandlers,
  rebuildExportHandler,
];
