import type {
  approvalStatistics,
  entryProgress,
  scoreStatistics,
} from '@jwxt/contracts/statistics/statistics.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';

export type ScoreGroup = OutputOf<typeof scoreStatistics>['groups'][number];
export type NodeTurnaround = OutputOf<typeof approvalStatistics>['nodes'][number];
export type DepartmentProgress = OutputOf<typeof entryProgress>['departments'][number];

/** Tenths of a per cent as `91.6`. */
export const rateValue = (tenths: number): number => tenths / 10;
/** Hundredths as `77.42`. */
export const meanText = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** Groups by pass rate, lowest first, with at most `limit`: the worst are what one looks for. */
export function lowestFirst(groups: readonly ScoreGroup[], limit: number): ScoreGroup[] {
  return [...groups].sort((a, b) => a.passRate - b.passRate || a.name.localeCompare(b.name, 'zh-CN')).slice(0, limit);
}

/** Ten counts per ten points as the six bars people think in: below 50, the failing fifties, and tens above. */
export function scoreBars(histogram: readonly number[]): { label: string; count: number; failing: boolean }[] {
  const sum = (from: number, to: number): number =>
    histogram.slice(from, to).reduce((total, count) => total + count, 0);
  return [
    { label: '0–49', count: sum(0, 5), failing: true },
    { label: '50–59', count: sum(5, 6), failing: true },
    { label: '60–69', count: sum(6, 7), failing: false },
    { label: '70–79', count: sum(7, 8), failing: false },
    { label: '80–89', count: sum(8, 9), failing: false },
    { label: '90–100', count: sum(9, 10), failing: false },
  ];
}

/** Turnaround by process: mean hours of each node, in the order of the nodes. */
export function byProcess(nodes: readonly NodeTurnaround[]): {
  processName: string;
  nodes: { name: string; hours: number; decided: number; waiting: number }[];
  total: number;
}[] {
  return [...Map.groupBy(nodes, (node) => node.processName)]
    .map(([processName, list]) => {
      const parts = [...list]
        .sort((a, b) => a.processNodeId.localeCompare(b.processNodeId))
        .map((node) => ({
          name: node.processNodeName,
          hours: node.meanSeconds / 3600,
          decided: node.decided,
          waiting: node.waiting,
        }));
      return { processName, nodes: parts, total: parts.reduce((sum, node) => sum + node.hours, 0) };
    })
    .sort((a, b) => b.total - a.total);
}

/** Share of classes of which scores are submitted or passed, in per cent; 0 without classes. */
export function progressOf(departments: readonly DepartmentProgress[]): {
  done: number;
  total: number;
  percent: number;
} {
  const total = departments.reduce((sum, row) => sum + row.total, 0);
  const done = departments.reduce((sum, row) => sum + row.submitted + row.passed, 0);
  return { done, total, percent: total === 0 ? 0 : (done / total) * 100 };
}
