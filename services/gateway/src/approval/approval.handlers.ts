import { randomUUID } from 'node:crypto';
import { recallApplication } from '@jwxt/contracts/approval/application.command.ts';
import {
  approvalCategories,
  approvalConfig,
  approvalCounts,
  approvalDetail,
  approvalFates,
  approvalLog,
  approve,
  queryApprovals,
  recallApproval,
  configStatus,
} from '@jwxt/contracts/approval/approval.operations.ts';
import { viewerOf } from './shared/approval-viewer.ts';
import { authorisationsFor } from './shared/waiting-for-viewer.ts';
import { nodeResultNames, approvalType } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { handler, type Handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { findOldest, listApprovals } from './approval-list.read.ts';
import { firstStepsAfter, nodeStates, progressOf, readBackNodes, readLog } from './shared/approval-progress.ts';
import { approvalItemOf } from './approval-rows.ts';
import { readCounts } from './approval-totals.read.ts';
import { votesAt } from './node-votes.read.ts';
import { processesAsked, readCategories } from './category.read.ts';
import { findApplication, findApplications } from './approval.read.ts';
import { contentHandlers } from './approval-content.handlers.ts';
import { decideAll } from './shared/decide-applications.ts';
import { delegationHandlers } from './delegation.handlers.ts';
import { processInstanceHandlers } from './process-instance.handlers.ts';
import { processSettingHandlers } from './process-setting.handlers.ts';
import { urgingHandlers } from './urging.handlers.ts';
import { withoutHiddenScores } from './score-content.ts';

const queryHandler = handler(queryApprovals, async ({ timeScopeValue, categoryId, processNo, ...filter }, call) => {
  const { db } = call.services;
  const processNos = await processesAsked(db, { categoryId, processNo });
  return listApprovals(db, await viewerOf(call), { ...filter, processNos, days: Number(timeScopeValue) }, call.now);
});

const categoriesHandler = handler(approvalCategories, async (_input, call) => ({
  list: await readCategories(call.services.db),
}));

const fatesHandler = handler(approvalFates, async ({ revisions }, call) => {
  const viewer = await viewerOf(call);
  const [rows, steps] = await Promise.all([
    findApplications(call.services.db, viewer, { instanceIds: Object.keys(revisions) }),
    firstStepsAfter(call.services.db, revisions),
  ]);
  return {
    list: rows.map((row) => {
      const step = steps.get(row.apply_id);
      return {
        item: approvalItemOf(row, viewer, call.now),
        step: step
          ? {
              kind: step.kind,
              own: step.person_user === call.user.userName,
              personName: step.person_name,
              resultName: step.result === null ? '' : nodeResultNames[step.result],
            }
          : null,
      };
    }),
  };
});

const detailHandler = handler(approvalDetail, async ({ applyId }, call) => {
  const viewer = await viewerOf(call);
  const found = await findApplication(call.services.db, viewer, applyId);
  if (!found) throw new Refused('APPROVAL_NOT_FOUND');
  const row = withoutHiddenScores(found, call.user);
  const [log, votes] = await Promise.all([readLog(call.services.db, [applyId]), votesAt(call.services.db, row)]);
  return {
    ...approvalItemOf(row, viewer, call.now),
    differences: row.differences,
    approvalType: row.approval_type,
    contentHash: row.content_hash,
    progress: progressOf(row, log, votes),
    nodes: nodeStates(row, log),
  };
});

const logHandler = handler(approvalLog, async ({ businessId, processNo }, call) => {
  const applications = await findApplications(call.services.db, await viewerOf(call), {
    processNo,
    businessIds: [businessId],
  });
  if (applications.length === 0) throw new Refused('APPROVAL_NOT_FOUND');
  return {
    list: await readLog(
      call.services.db,
      applications.map((row) => row.apply_id),
    ),
  };
});

/** APPROVAL-78…81: what cannot be answered comes with a `status` other than 0 and its message. */
const configHandler = handler(approvalConfig, async ({ processNo, businessIds, instanceIds }, call) => {
  const nothing = (message: string) => ({
    status: configStatus.refused,
    message,
    approvalType: approvalType.refusing,
    nodes: [],
  });
  const [businesses, instances] = [split(businessIds), split(instanceIds)];
  if (instances.length === 0 && (!processNo || businesses.length === 0)) return nothing('传参错误');
  const by =
    instances.length > 0 ? { instanceIds: instances } : { processNo: processNo ?? '', businessIds: businesses };
  const found = await findApplications(call.services.db, await viewerOf(call), by);
  // A business object may have been applied for before: its newest application counts.
  const newest =
    instances.length > 0 ? found : businesses.flatMap((id) => found.find((row) => row.business_id === id) ?? []);
  const [first] = newest;
  if (!first) return nothing('申请不存在或您无权查看');
  if (newest.some((row) => row.approval_type !== first.approval_type || row.process_no !== first.process_no))
    return nothing('所选申请的审批流程不同，请分别审批');
  const [offered = [], ...others] = await readBackNodes(call.services.db, newest);
  const shared = offered.filter(({ processNodeId }) =>
    others.every((nodes) => nodes.some((node) => node.processNodeId === processNodeId)),
  );
  return {
    status: configStatus.ready,
    message: '',
    approvalType: first.approval_type,
    nodes: shared,
  };
});

const approveHandler = handler(approve, async (input, call) => {
  const byInstance =
    input.keyList.length === 0 && input.instanceIds?.length
      ? await findApplications(call.services.db, await viewerOf(call), { instanceIds: input.instanceIds })
      : [];
  const applyIds = byInstance.length > 0 ? byInstance.map((row) => row.apply_id) : input.keyList;
  return {
    results: await decideAll(
      input,
      applyIds,
      input.commandId ?? randomUUID(),
      call,
      await authorisationsFor(call.services, await viewerOf(call), applyIds),
    ),
  };
});

const recallHandler = handler(recallApproval, async ({ commandId, applyId }, call) => {
  const { approvalBusinessStatus } = await runCommand(recallApplication, { applyId }, call, {
    commandId,
  });
  return { applyId, approvalBusinessStatus };
});

const countsHandler = handler(approvalCounts, async (_input, call) => {
  const viewer = await viewerOf(call);
  const [counts, oldest] = await Promise.all([
    readCounts(call.services.db, viewer, call.now),
    findOldest(call.services.db, viewer, call.now),
  ]);
  return { ...counts, oldest };
});

export const approvalHandlers: readonly Handler[] = [
  queryHandler,
  categoriesHandler,
  fatesHandler,
  detailHandler,
  logHandler,
  configHandler,
  approveHandler,
  recallHandler,
  countsHandler,
  ...urgingHandlers,
  ...delegationHandlers,
  ...processInstanceHandlers,
  ...processSettingHandlers,
  ...contentHandlers,
];

function split(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
