import type { ApplicationMove } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { progressAfter } from '../approval/shared/application-progress.ts';
import { approvalStatisticsModel } from '@jwxt/contracts/statistics/approval-statistics.read-model.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';
import type { Key } from '../kernel/table.ts';

const { node, open } = approvalStatisticsModel.tables;
type OpenRow = RowOf<typeof open>;

/** How long approvals take, by process and node, and what waits where. */
export const approvalStatistics = defineProjection({
  readModel: approvalStatisticsModel,
  version: 1,
  streams: [applicationStreams],
  async load(rows, events) {
    await rows.load(
      open,
      events.map(({ data }) => [data.applyId]),
    );
    await rows.load(
      node,
      events.flatMap((event): Key[] => {
        const known = rows.get(open, [event.data.applyId]);
        const waiting: Key[] = known ? known.nodes.map(({ processNodeId }) => [known.process_no, processNodeId]) : [];
        if (event.type !== 'ApplicationSubmitted') return waiting;
        const { processNo, nodes } = event.data.process;
        return [...waiting, ...nodes.map(({ processNodeId }) => [processNo, processNodeId])];
      }),
    );
  },
  handlers: {
    ApplicationSubmitted(rows, event) {
      const { processNo, processName, nodes } = event.data.process;
      for (const { processNodeId, processNodeName } of nodes) {
        const none = { decided: 0, passed: 0, rejected: 0, sum_seconds: 0, max_seconds: 0, waiting: 0 };
        const known = rows.get(node, [processNo, processNodeId]);
        rows.set(node, {
          ...none,
          ...known,
          process_no: processNo,
          process_name: processName,
          node_id: processNodeId,
          node_name: processNodeName,
        });
      }
      leave(rows, event.data.applyId);
      enter(rows, event, { apply_id: event.data.applyId, process_no: processNo, nodes });
    },
    NodePassed: (rows, event) => decided(rows, event, { passed: 1, rejected: 0 }),
    ApplicationNotPassed: (rows, event) => decided(rows, event, { passed: 0, rejected: 1 }),
    ApplicationRejected: (rows, event) => decided(rows, event, { passed: 0, rejected: 1 }),
    ApplicationReturned: (rows, event) => decided(rows, event, { passed: 0, rejected: 1 }),
    ApplicationRecalled: (rows, { data }) => void leave(rows, data.applyId),
  },
});

function decided(
  rows: BatchRows,
  event: ProjectedEvent<ApplicationMove>,
  result: { passed: number; rejected: number },
): void {
  const left = leave(rows, event.data.applyId);
  if (!left) return;
  const seconds = Math.max(0, Math.round((Date.parse(event.time) - Date.parse(left.since)) / 1_000));
  const at = rows.need(node, [left.process_no, left.node_id]);
  rows.set(node, {
    ...at,
    decided: at.decided + 1,
    passed: at.passed + result.passed,
    rejected: at.rejected + result.rejected,
    sum_seconds: at.sum_seconds + seconds,
    max_seconds: Math.max(at.max_seconds, seconds),
  });
  enter(rows, event, left);
}

function leave(rows: BatchRows, applyId: string): OpenRow | undefined {
  const row = rows.get(open, [applyId]);
  if (row) {
    rows.remove(open, [applyId]);
    wait(rows, row, -1);
  }
  return row;
}

function enter(
  rows: BatchRows,
  event: ProjectedEvent<ApplicationMove>,
  waiting: Omit<OpenRow, 'node_id' | 'since'>,
): void {
  const next = progressAfter(event, waiting.nodes).node;
  if (!next) return;
  const row: OpenRow = { ...waiting, node_id: next.processNodeId, since: event.time };
  rows.set(open, row);
  wait(rows, row, 1);
}

function wait(rows: BatchRows, { process_no: processNo, node_id: nodeId }: OpenRow, step: 1 | -1): void {
  const at = rows.need(node, [processNo, nodeId]);
  rows.set(node, { ...at, waiting: at.waiting + step });
}
