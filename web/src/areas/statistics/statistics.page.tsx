import { Select } from '@mantine/core';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { entryStateNames } from '@jwxt/contracts/score/score.vocabulary.ts';
import {
  approvalStatistics,
  entryProgress,
  scoreStatistics,
} from '@jwxt/contracts/statistics/statistics.operations.ts';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { countText } from '../../lib/format.ts';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { ChartCard, type ChartTokens } from '../../ui/chart.tsx';
import { ErrorState } from '../../ui/faces.tsx';
import { Card, Figure, Headline, Page } from '../../ui/page.tsx';
import { distributionOption, passRateOption, progressOption, turnaroundOption } from './statistics-charts.ts';
import { byProcess, lowestFirst, meanText, progressOf, rateValue, scoreBars } from './statistics-figures.model.ts';
import classes from './statistics.module.css';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

const groupings = [
  { value: 'department', label: '按单位' },
  { value: 'course', label: '按课程' },
  { value: 'class', label: '按班级' },
  { value: 'semester', label: '按学期' },
] as const;
const groupNames = { department: '单位', course: '课程', class: '班级', semester: '学期' } as const;
const pageState = z.object({
  groupBy: z.enum(['department', 'course', 'class', 'semester']).catch('department').default('department'),
  semesterId: z.string().catch('').default(''),
  departmentId: z.string().catch('').default(''),
});
const groupsShown = 14;
/** As many as have room for their bars below each other; the table has all. */
const processesShown = 8;
const progressStates = ['empty', 'entering', 'returned', 'submitted', 'passed'] as const;

/** Published scores by course, class, department and semester; approval turnaround; entry progress. */
export function StatisticsPage() {
  const [{ groupBy, semesterId, departmentId }, setState] = usePageState(pageState);
  const term = useOperation(semesters, {});
  const filter = { ...(semesterId === '' ? {} : { semesterId }), ...(departmentId === '' ? {} : { departmentId }) };
  // Figures of another grouping or semester are never shown under the new title.
  const scores = useOperation(scoreStatistics, { groupBy, ...filter }, { keepPrevious: false });
  const approvals = useOperation(approvalStatistics, {});
  const progress = useOperation(entryProgress, semesterId === '' ? {} : { semesterId }, { keepPrevious: false });

  const groups = useMemo(
    () => (groupBy === 'semester' ? (scores.data?.groups ?? []) : lowestFirst(scores.data?.groups ?? [], groupsShown)),
    [scores.data, groupBy],
  );
  const all = scores.data?.all ?? null;
  const bars = useMemo(() => scoreBars(scores.data?.histogram ?? []), [scores.data]);
  const decided = useMemo(
    () => byProcess(approvals.data?.nodes ?? []).filter((process) => process.total > 0),
    [approvals.data],
  );
  const processes = useMemo(() => decided.slice(0, processesShown), [decided]);
  const departments = useMemo(() => progress.data?.departments ?? [], [progress.data]);
  const entered = progressOf(departments);
  const waiting = (approvals.data?.nodes ?? []).reduce((sum, node) => sum + node.waiting, 0);
  const scored = bars.reduce((sum, bar) => sum + bar.count, 0);

  const rateChart = useCallback(
    (tokens: ChartTokens) => passRateOption(tokens, groups, all?.passRate ?? 0),
    [groups, all],
  );
  const distributionChart = useCallback((tokens: ChartTokens) => distributionOption(tokens, bars), [bars]);
  const turnaroundChart = useCallback((tokens: ChartTokens) => turnaroundOption(tokens, processes), [processes]);
  const progressChart = useCallback((tokens: ChartTokens) => progressOption(tokens, departments), [departments]);
  const failed = scores.error ?? approvals.error ?? progress.error;

  return (
    <Page title="成绩统计" fill={false}>
      <Card>
        <div className={classes['filters']}>
          <Select
            aria-label="学年学期"
            placeholder="全部学期"
            clearable
            searchable
            w={210}
            value={semesterId || null}
            onChange={(value) => {
              setState({ semesterId: value ?? '' });
            }}
            data={(term.data?.list ?? []).map((row) => ({ value: row.xnxq, label: row.xnxq }))}
          />
          <Select
            aria-label="开课单位"
            placeholder="全部单位"
            clearable
            searchable
            w={210}
            value={departmentId || null}
            onChange={(value) => {
              setState({ departmentId: value ?? '' });
            }}
            data={departments.map((row) => ({ value: row.departmentId, label: row.departmentName }))}
          />
          <SegmentedControl
            className={classes['groupBy'] ?? ''}
            aria-label="分组"
            data={groupings}
            value={groupBy}
            onChange={(value) => {
              setState({ groupBy: value });
            }}
          />
        </div>
      </Card>
      {failed && !scores.data ? (
        <ErrorState
          error={failed}
          onRetry={() => {
            void scores.refetch();
            void approvals.refetch();
            void progress.refetch();
          }}
        />
      ) : (
        <>
          <Headline>
            <Figure value={all ? `${rateValue(all.passRate).toFixed(1)}%` : NOTHING} label="及格率（已发布成绩）" />
            <Figure value={all ? meanText(all.mean) : NOTHING} label="平均总评" />
            <Figure value={all ? countText(all.scoredNum) : NOTHING} label="有成绩人次" />
            <Figure
              value={`${entered.percent.toFixed(1)}%`}
              label={`录入进度，${countText(entered.done)} / ${countText(entered.total)} 个教学班已送审`}
            />
            <Figure value={countText(waiting)} label="待审核的申请" />
          </Headline>
          <div className={classes['charts']}>
            <ChartCard
              title={`各${groupNames[groupBy]}及格率`}
              note={
                '%，空心为低于总体' +
                `${(scores.data?.groups.length ?? 0) > groups.length ? `；最低的 ${String(groups.length)} 个` : ''}`
              }
              height={430}
              label="及格率"
              option={rateChart}
              loading={scores.isPending}
              empty={groups.length === 0}
              emptyText="还没有已发布的成绩"
              table={{
                head: [groupNames[groupBy], '人次', '及格率', '平均分', '优', '良', '中', '及格', '不及格'],
                rows: (scores.data?.groups ?? []).map((row) => [
                  row.name,
                  row.scoredNum,
                  `${rateValue(row.passRate).toFixed(1)}%`,
                  meanText(row.mean),
                  ...row.bands,
                ]),
              }}
            />
            <div className={classes['column']}>
              <ChartCard
                title="总评分布"
                note={`人次，共 ${countText(scored)}`}
                height={172}
                label="总评分布"
                option={distributionChart}
                loading={scores.isPending}
                empty={scored === 0}
                emptyText="还没有已发布的成绩"
                table={{ head: ['分数段', '人次'], rows: bars.map((bar) => [bar.label, bar.count]) }}
              />
              <ChartCard
                title="审批用时"
                note={`小时，平均${decided.length > processes.length ? `；最慢的 ${String(processes.length)} 个` : ''}`}
                height={172}
                label="审批用时"
                option={turnaroundChart}
                loading={approvals.isPending}
                empty={processes.length === 0}
                emptyText="还没有完成的审批"
                table={{
                  head: ['流程', '节点', '已审', '等待', '平均小时', '最长小时'],
                  rows: (approvals.data?.nodes ?? []).map((node) => [
                    node.processName,
                    node.processNodeName,
                    node.decided,
                    node.waiting,
                    (node.meanSeconds / 3600).toFixed(1),
                    (node.maxSeconds / 3600).toFixed(1),
                  ]),
                }}
              />
            </div>
            <ChartCard
              title="各单位录入进度"
              note="% 教学班"
              height={Math.max(430, departments.length * 26)}
              label="录入进度"
              option={progressChart}
              loading={progress.isPending}
              empty={departments.length === 0}
              emptyText="本学期还没有教学班"
              table={{
                head: ['单位', '教学班', ...progressStates.map((state) => entryStateNames[state])],
                rows: departments.map((row) => [
                  row.departmentName,
                  row.total,
                  ...progressStates.map((state) => row[state]),
                ]),
              }}
            />
          </div>
        </>
      )}
    </Page>
  );
}
