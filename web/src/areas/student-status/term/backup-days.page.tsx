import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import {
  compareBackupDay,
  type comparedSorts,
  runBackupDay,
  type BackupDifference,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { backupDay } from '@jwxt/contracts/student-status/term/term.resource.ts';
import { backupStatus } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { LongJobPanel } from '../../../pickers/long-job-panel.tsx';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Figure, Headline } from '../../../ui/page.tsx';
import { sortingOf, type ListInDialog } from '../../../ui/list-sorting.ts';
import { pagingOf } from '../../../ui/paging.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../../ui/tokens.ts';
import { useProcess } from '../../../ui/use-process.ts';

const tones: Readonly<Record<string, Tone>> = {
  [backupStatus.waiting]: 'grey',
  [backupStatus.running]: 'blue',
  [backupStatus.done]: 'green',
  [backupStatus.failed]: 'red',
} satisfies TonesOf<typeof backupStatus>;
const stale = ['backupDay.', 'statusStatistics.backupDays'];

/** 备份日 (STUDENT-STATUS-24): a day is frozen once; what was changed since with an earlier date is shown. */
export function BackupDaysPage() {
  const [mayRun, mayCompare] = [useMay('backupDay:run'), useMay('backupDay:compare')];
  const [jobId, setJobId] = useState<string | null>(null);
  const [compared, setCompared] = useState<{ key: string; name: string } | null>(null);
  const run = useProcess(runBackupDay, {
    confirm: () => ({
      message: '将固定备份日当天全部学生的学籍状态。备份之后不能修改和删除。',
      confirmText: '执行备份',
    }),
    onSuccess: (job) => {
      setJobId(job.jobId);
    },
  });
  const taken = (status: unknown) => status === backupStatus.done;
  return (
    <>
      <ResourcePage
        resource={backupDay}
        actionsWidth={220}
        editable={(row) => !taken(row['backupStatus'])}
        cells={{
          backupStatus: (row) => (
            <StatusTag tone={tones[textOf(row['backupStatus'])] ?? 'grey'}>{textOf(row['backupStatusName'])}</StatusTag>
          ),
        }}
        actions={(row, act) => (
          <>
            {mayRun &&
              !taken(row['backupStatus']) &&
              act('执行备份', () => {
                run.start({ key: textOf(row['backupDayId']) });
              })}
            {mayCompare &&
              taken(row['backupStatus']) &&
              act('差异', () => {
                setCompared({ key: textOf(row['backupDayId']), name: textOf(row['backupName']) });
              })}
          </>
        )}
      />
      {jobId !== null && (
        <Dialog
          opened
          width={820}
          title="执行备份"
          footerNote="可以关闭此窗口，任务在后台继续；随时在“任务进度”中查看"
          footer={
            <Button
              variant="default"
              onClick={() => {
                setJobId(null);
              }}
            >
              关闭
            </Button>
          }
          onClose={() => {
            setJobId(null);
          }}
        >
          <LongJobPanel jobId={jobId} invalidates={stale} />
        </Dialog>
      )}
      {compared !== null && (
        <CompareDialog
          {...compared}
          backupKey={compared.key}
          onClose={() => {
            setCompared(null);
          }}
        />
      )}
    </>
  );
}

const columns: Column<BackupDifference>[] = [
  { key: 'number', title: '学号', sort: 'studentNumber', width: 130, render: ({ studentNumber }) => studentNumber },
  { key: 'name', title: '姓名', sort: 'studentName', width: 100, render: ({ studentName }) => studentName },
  {
    key: 'backup',
    title: '备份时',
    width: 'auto',
    align: 'left',
    render: ({ backupText }) => backupText || '没有这名学生',
  },
  {
    key: 'now',
    title: '按现在的记录',
    width: 'auto',
    align: 'left',
    render: ({ nowText }) => nowText || '没有这名学生',
  },
];

/** Whose state that day is known otherwise by now. */
function CompareDialog({ backupKey, name, onClose }: { backupKey: string; name: string; onClose: () => void }) {
  const [page, setPage] = useState<ListInDialog<(typeof comparedSorts)[number]>>({ pageNo: 1, pageSize: 10 });
  const query = useOperation(compareBackupDay, { key: backupKey, ...page });
  return (
    <Dialog opened width={900} flush title={`${name}：备份与现在的差异`} onClose={onClose}>
      <Headline>
        <Figure value={query.data?.backupNum ?? NOTHING} label="备份时在校生" />
        <Figure value={query.data?.nowNum ?? NOTHING} label="按现在的记录" />
        <Figure
          value={query.data?.total ?? NOTHING}
          label="有差异的学生（其后补录、更正）"
          {...((query.data?.total ?? 0) > 0 ? { tone: 'ink' as const } : {})}
        />
      </Headline>
      <DataTable<BackupDifference>
        label="差异"
        columns={columns}
        rows={query.data?.rows}
        query={query}
        scrollHeight={380}
        rowKey={({ studentCode }) => studentCode}
        numberFrom={(page.pageNo - 1) * page.pageSize + 1}
        empty={{ reason: '没有差异：备份与现在的记录一致' }}
        paging={pagingOf(page, query.data?.total, (change) => {
          setPage({ ...page, ...change });
        })}
        sorting={sortingOf(page, (change) => {
          setPage({ ...page, ...change });
        })}
      />
    </Dialog>
  );
}
