import { Button, Progress } from '@mantine/core';
import { progressNames, type ProgressState } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import type { OwnStudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { useState, type ComponentProps } from 'react';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import type { Tone } from '../ui/tokens.ts';
import { TwoLines } from '../ui/two-lines.tsx';

type Module = OwnStudyProgress['modules'][number];
type Query = ComponentProps<typeof DataTable<Module>>['query'];
type Line = Module['lines'][number];
const tones: Record<ProgressState, Tone> = {
  earned: 'green',
  taking: 'blue',
  failed: 'red',
  owed: 'orange',
  ahead: 'grey',
  beyond: 'grey',
};
const share = (part: string, whole: string): number =>
  Number(whole) === 0 ? 0 : Math.min(100, (Number(part) / Number(whole)) * 100);

/** How much is earned and being taken of what is asked for. */
function Bar({ of }: { of: Pick<Module, 'required' | 'earned' | 'taking'> }) {
  const earned = share(of.earned, of.required);
  return (
    <Progress.Root size={8} aria-hidden>
      <Progress.Section value={earned} color="var(--jw-green-solid)" />
      <Progress.Section value={Math.min(100 - earned, share(of.taking, of.required))} color="var(--jw-blue-edge)" />
    </Progress.Root>
  );
}

const columnsOf = (open: (row: Module) => void): Column<Module>[] => [
  { key: 'module', title: '模块', width: 'auto', align: 'left', ellipsis: true, render: (row) => row.module },
  { key: 'bar', title: '进度', width: 170, render: (row) => <Bar of={row} /> },
  {
    key: 'earned',
    title: '已获 / 要求',
    width: 110,
    align: 'right',
    render: (row) => `${row.earned} / ${row.required}`,
  },
  { key: 'taking', title: '在修', width: 60, align: 'right', render: (row) => row.taking },
  {
    key: 'missing',
    title: '还差',
    width: 60,
    align: 'right',
    render: ({ missing }) => (Number(missing) === 0 ? '' : <b style={{ color: 'var(--jw-orange-text)' }}>{missing}</b>),
  },
  {
    key: 'action',
    title: '操作',
    width: 96,
    // What a module asks for may have no course in the plan yet.
    render: (row) =>
      row.lines.length === 0 ? (
        <span style={{ color: 'var(--jw-text-3)' }}>暂无课程</span>
      ) : (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            open(row);
          }}
        >
          课程
        </Button>
      ),
  },
];

const lineColumns: Column<Line>[] = [
  {
    key: 'course',
    title: '课程',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.courseName} second={row.courseCode} />,
  },
  { key: 'credit', title: '学分', width: 60, align: 'right', render: (row) => row.credit },
  { key: 'semester', title: '学年学期', width: 120, render: (row) => row.semesterId },
  {
    key: 'state',
    title: '情况',
    width: 120,
    render: (row) => <StatusTag tone={tones[row.state]}>{progressNames[row.state]}</StatusTag>,
  },
  { key: 'reason', title: '依据', width: 300, align: 'left', render: (row) => row.reason },
];

/** 培养进度 module by module, each with its courses and why they count (SCHEME-13). */
export function StudyProgressTable({ modules, query }: { modules: readonly Module[] | undefined; query: Query }) {
  const [opened, setOpened] = useState<Module | null>(null);
  return (
    <>
      <DataTable<Module>
        label="培养进度"
        columns={columnsOf(setOpened)}
        rows={modules}
        rowKey={(row) => row.module}
        query={query}
      />
      {opened && (
        <Dialog
          opened
          width={900}
          flush
          title={`${opened.module}：已获 ${opened.earned} / ${opened.required} 学分`}
          onClose={() => {
            setOpened(null);
          }}
          footer={
            <Button
              variant="default"
              onClick={() => {
                setOpened(null);
              }}
            >
              关闭
            </Button>
          }
        >
          <DataTable<Line>
            label={opened.module}
            columns={lineColumns}
            rows={opened.lines}
            rowKey={(row) => `${row.courseId}.${row.semesterId}`}
            twoLine
          />
        </Dialog>
      )}
    </>
  );
}
