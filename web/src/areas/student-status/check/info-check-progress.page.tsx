import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  exportInfoCheckProgress,
  infoCheckProgress,
  infoCheckStudents,
  infoCheckStudentSorts,
  urgeInfoCheckOperation,
} from '@jwxt/contracts/student-status/check/info-check-time.operations.ts';
import {
  checkProgress,
  checkProgressNames,
  type CheckProgress,
} from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { z } from 'zod';
import { usePageParams } from '../../../lib/page-address.ts';
import { pagingFields, sortField, usePageState } from '../../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { notify } from '../../../lib/notify.ts';
import { useMay } from '../../../lib/session.ts';
import { confirm } from '../../../ui/confirm.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Card, Figure, Headline, Page, Toolbar } from '../../../ui/page.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { pagingOf } from '../../../ui/paging.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { StatusText } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';

type ClassRow = OutputOf<typeof infoCheckProgress>['classes'][number];
type StudentRow = OutputOf<typeof infoCheckStudents>['rows'][number];

const tones: Readonly<Record<CheckProgress, Tone>> = {
  [checkProgress.waiting]: 'grey',
  [checkProgress.confirmed]: 'green',
  [checkProgress.proposed]: 'blue',
};
const schema = z.object({
  bjdm: z.string().catch('').default(''),
  progress: z
    .enum(['', ...Object.values(checkProgress)])
    .catch('')
    .default(''),
  ...pagingFields(20),
  ...sortField(infoCheckStudentSorts),
});

const classColumns: readonly Column<ClassRow>[] = [
  { key: 'unit', title: '院系', width: 180, align: 'left', render: (row) => row.departmentName, ellipsis: true },
  { key: 'class', title: '行政班', width: 'auto', align: 'left', render: (row) => row.className, ellipsis: true },
  { key: 'total', title: '应核对', width: 76, align: 'right', render: (row) => row.total },
  { key: 'confirmed', title: '已确认', width: 76, align: 'right', render: (row) => row.confirmed },
  { key: 'proposed', title: '提出更正', width: 84, align: 'right', render: (row) => row.proposed },
  { key: 'waiting', title: '未核对', width: 76, align: 'right', render: (row) => row.waiting },
];
const studentColumns: readonly Column<StudentRow>[] = [
  {
    key: 'number',
    sort: 'studentNumber',
    title: '学号',
    width: 120,
    align: 'left',
    render: (row) => row.studentNumber,
  },
  { key: 'name', sort: 'studentName', title: '姓名', width: 100, align: 'left', render: (row) => row.studentName },
  {
    key: 'class',
    sort: 'className',
    title: '行政班',
    width: 'auto',
    align: 'left',
    render: (row) => row.className,
    ellipsis: true,
  },
  {
    key: 'progress',
    sort: 'progress',
    title: '核对情况',
    width: 130,
    render: (row) => <StatusText tone={tones[row.progress]}>{row.progressName}</StatusText>,
  },
  { key: 'time', sort: 'time', title: '时间', width: 150, render: (row) => row.time?.slice(0, 16) ?? '' },
];

/** How far a window is, by class and student, and reminding the rest (STUDENT-STATUS-21). */
export function InfoCheckProgressPage() {
  const { checkTimeId = '' } = usePageParams<'checkTimeId'>();
  const [{ bjdm, progress, sort, pageNo, pageSize }, setState] = usePageState(schema);
  const classes = useOperation(infoCheckProgress, { checkTimeId });
  const filter = { checkTimeId, ...(bjdm === '' ? {} : { bjdm }), ...(progress === '' ? {} : { progress }) };
  const students = useOperation(infoCheckStudents, { ...filter, sort, pageNo, pageSize });
  const rows = classes.data?.classes;
  const sum = (of: (row: ClassRow) => number) => (rows ?? []).reduce((total, row) => total + of(row), 0);
  const waiting = (rows ?? []).filter((row) => bjdm === '' || row.bjdm === bjdm).reduce((n, row) => n + row.waiting, 0);
  return (
    <Page title={classes.data === undefined ? '信息核对进度' : `核对进度：${classes.data.checkName}`}>
      <Headline
        actions={
          classes.data?.open === true && (
            <Urge checkTimeId={checkTimeId} bjdm={bjdm === '' ? null : bjdm} count={waiting} />
          )
        }
      >
        <Figure value={sum(({ total }) => total)} label="应核对" lead />
        <Figure value={sum(({ confirmed }) => confirmed)} label="已确认无误" tone="green" />
        <Figure value={sum(({ proposed }) => proposed)} label="已提出更正" tone="ink" />
        <Figure value={waiting} label="未核对" {...(waiting > 0 ? { tone: 'orange' as const } : {})} />
      </Headline>
      <Card flush title="按行政班" note={bjdm === '' ? '点击一个班只看该班学生' : '再次点击看全部学生'}>
        <DataTable<ClassRow>
          label="按行政班的核对进度"
          dense
          columns={classColumns}
          rows={rows}
          query={classes}
          rowKey={(row) => row.bjdm}
          rowTone={(row) => (row.bjdm === bjdm ? 'chosen' : undefined)}
          onRow={(row) => {
            setState({ bjdm: row.bjdm === bjdm ? '' : row.bjdm, pageNo: 1 });
          }}
          scrollHeight={220}
          empty={{ reason: '没有需要核对的学生，或不在您的数据权限内', compact: true }}
        />
      </Card>
      <Card flush grow>
        <Toolbar>
          <SegmentedControl
            aria-label="核对情况"
            value={progress}
            onChange={(value) => {
              setState({ progress: value as CheckProgress | '', pageNo: 1 });
            }}
            data={[
              { value: '', label: '全部' },
              ...Object.entries(checkProgressNames).map(([value, label]) => ({ value, label })),
            ]}
          />
          <ExportButton operation={exportInfoCheckProgress} input={filter} />
        </Toolbar>
        <DataTable<StudentRow>
          label="学生的核对情况"
          columns={studentColumns}
          rows={students.data?.rows}
          query={students}
          rowKey={(row) => row.studentCode}
          numberFrom={(pageNo - 1) * pageSize + 1}
          empty={{ reason: '没有符合条件的学生，可以换一个条件' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, students.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}

/** 催促: a message to those who have not looked yet, each at most once a day. */
function Urge({ checkTimeId, bjdm, count }: { checkTimeId: string; bjdm: string | null; count: number }) {
  const may = useMay('infoCheckTime:urge');
  const urge = useOperationMutation(urgeInfoCheckOperation, {
    onSuccess: ({ told }) => {
      notify.success(`已提醒 ${String(told)} 名学生`);
    },
  });
  if (!may) return null;
  return (
    <Button
      leftSection={<IconSpeakerphone size={16} />}
      disabled={count === 0}
      loading={urge.isPending}
      onClick={() => {
        void confirm({
          message:
            `将给${bjdm === null ? '' : '所选班级'}未核对的 ${String(count)} 名学生发送消息，` +
            '每人每天最多提醒一次。',
          confirmText: '发送',
        }).then((confirmed) => {
          if (confirmed) urge.mutate({ checkTimeId, ...(bjdm === null ? {} : { bjdm }) });
        });
      }}
    >
      催促未核对的学生
    </Button>
  );
}
