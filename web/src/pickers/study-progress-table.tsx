import { Button, Group, Progress } from '@mantine/core';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { basisNames, progressNames, type ProgressState } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import {
  ownOpenCourses,
  studentOpenCourses,
  type OpenCourse,
  type OwnStudyProgress,
} from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { useState, type ComponentProps } from 'react';
import { useOperation } from '../lib/queries.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import type { Tone } from '../ui/tokens.ts';
import { TwoLines } from '../ui/two-lines.tsx';

type Told = Pick<OwnStudyProgress, 'modules' | 'schemeVersionName' | 'schemaName'>;
type Module = Told['modules'][number];
/** Whose progress it is; without a student the own. With a grade-major as if he were in it. */
interface Whose {
  readonly studentCode?: string;
  readonly gradeMajorId?: string;
}
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
    pinRight: true,
    width: 96,
    // What a module asks for may have no course in the plan yet, and no class that takes any.
    render: (row) =>
      row.lines.length === 0 && row.openClasses.length === 0 ? (
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

/** Whether everybody takes a course, and when by the plan; what is outside of it says when it was taken. */
const termOf = ({ term, semesterId, isRequired, state }: Line): string =>
  state === 'beyond'
    ? semesterId
    : term === 0
      ? `选修 · ${semesterId}`
      : `${isRequired ? '必修' : '选修'} · 第${term}学期（${semesterId}）`;

const lineColumns: Column<Line>[] = [
  {
    key: 'course',
    title: '课程',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.courseName} second={row.courseCode} />,
  },
  { key: 'credit', title: '学分', width: 52, align: 'right', render: (row) => row.credit },
  {
    key: 'place',
    title: '方案中的位置',
    width: 196,
    align: 'left',
    render: (row) => <TwoLines first={row.className || NOTHING} second={termOf(row)} />,
  },
  {
    key: 'state',
    title: '情况',
    width: 112,
    render: (row) => <StatusTag tone={tones[row.state]}>{progressNames[row.state]}</StatusTag>,
  },
  {
    key: 'reason',
    title: '依据',
    width: 280,
    align: 'left',
    render: (row) => (row.basis === null ? row.reason : <TwoLines first={basisNames[row.basis]} second={row.reason} />),
  },
];

/** The scheme by which progress is reckoned, in words; empty: there is none. */
const schemeOf = ({ schemeVersionName, schemaName }: Told): string =>
  [schemeVersionName, schemaName].filter((name) => name !== '').join(' · ');

/** 培养进度 module by module, each with its courses and why they count (SCHEME-13). */
export function StudyProgressTable({
  progress,
  query,
  whose = {},
}: {
  progress: Told | undefined;
  query: Query;
  whose?: Whose;
}) {
  const [opened, setOpened] = useState<Module | null>(null);
  return (
    <>
      <DataTable<Module>
        label="培养进度"
        columns={columnsOf(setOpened)}
        rows={progress?.modules}
        rowKey={(row) => row.module}
        query={query}
      />
      {progress && opened && (
        <ModuleDialog
          module={opened}
          whose={whose}
          scheme={schemeOf(progress)}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

/** The courses of a module, all of them or those that would fill what is missing. */
function ModuleDialog({
  module,
  whose,
  scheme,
  onClose,
}: {
  module: Module;
  whose: Whose;
  scheme: string;
  onClose: () => void;
}) {
  const fills = module.lines.filter((line) => line.fills);
  const [only, setOnly] = useState<'all' | 'fills'>('all');
  const isMissing = Number(module.missing) > 0;
  const freely = module.openClasses.map((name) => `“${name}”`).join('、');
  return (
    <Dialog
      opened
      width={960}
      flush
      title={`${module.module}：已获 ${module.earned} / ${module.required} 学分`}
      onClose={onClose}
      footerNote={scheme === '' ? '' : `依据 ${scheme}`}
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
    >
      {isMissing && (
        <Group px={16} py={8} gap={12}>
          {fills.length > 0 && (
            <SegmentedControl
              size="xs"
              aria-label="显示的课程"
              data={[
                { value: 'all', label: `全部课程 ${module.lines.length}` },
                { value: 'fills', label: `可补足的课程 ${fills.length}` },
              ]}
              value={only}
              onChange={(value) => {
                setOnly(value === 'fills' ? 'fills' : 'all');
              }}
            />
          )}
          <span style={{ color: 'var(--jw-text-2)' }}>
            还差 {module.missing} 学分
            {freely === '' ? '' : `，修读${freely}的课程${fills.length === 0 ? '即可' : '也可'}计入`}
            {freely === '' && fills.length === 0 ? '，执行计划中没有可补足的课程' : ''}
          </span>
        </Group>
      )}
      <DataTable<Line>
        label={module.module}
        columns={lineColumns}
        rows={only === 'fills' ? fills : module.lines}
        rowKey={(row) => `${row.courseId}.${row.semesterId}`}
        twoLine
        empty={{ reason: '执行计划中没有这个模块的课程' }}
      />
      {isMissing && module.openClasses.length > 0 && <OpenCourses module={module.module} whose={whose} />}
    </Dialog>
  );
}

const openColumns: Column<OpenCourse>[] = [
  {
    key: 'course',
    title: '课程',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.courseName} second={row.courseCode} />,
  },
  { key: 'credit', title: '学分', width: 52, align: 'right', render: (row) => row.credit },
  { key: 'class', title: '计入', width: 196, align: 'left', ellipsis: true, render: (row) => row.className },
  {
    key: 'unit',
    title: '开课单位',
    width: 280,
    align: 'left',
    ellipsis: true,
    render: (row) => row.openDepartmentName,
  },
  { key: 'classes', title: '教学班', width: 70, align: 'right', render: (row) => row.classNum },
];

/** What is taught this semester that no plan names and that would fill the module. */
function OpenCourses({ module, whose: { studentCode, gradeMajorId } }: { module: string; whose: Whose }) {
  const asked = { module, ...(gradeMajorId === undefined ? {} : { gradeMajorId }) };
  const own = useOperation(ownOpenCourses, asked, { enabled: studentCode === undefined });
  const other = useOperation(
    studentOpenCourses,
    { studentCode: studentCode ?? '', ...asked },
    { enabled: studentCode !== undefined },
  );
  const query = studentCode === undefined ? own : other;
  const semester = query.data?.semesterName ?? '';
  return (
    <>
      <h3 style={{ margin: 0, padding: '12px 16px 8px', fontSize: 'inherit' }}>
        {semester === '' ? '本学期' : semester}开设的可补足课程
      </h3>
      <DataTable<OpenCourse>
        label="本学期开设的可补足课程"
        columns={openColumns}
        rows={query.data?.list}
        rowKey={(row) => row.courseId}
        query={query}
        twoLine
        empty={{ reason: '本学期没有开设可计入这个模块的其他课程' }}
      />
    </>
  );
}
