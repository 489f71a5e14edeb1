import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  queryOwnChanges,
  type ToldStatusChange,
} from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { Card, FactList, Page } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { OwnChangeDialog } from './own-change.dialog.tsx';
import { StatusTimelineOf } from './status-timeline.tsx';
import { implementTone } from './status-tones.ts';

const columns: readonly Column<ToldStatusChange>[] = [
  { key: 'type', title: '异动', width: 120, render: (row) => row.changeTypeName },
  { key: 'day', title: '异动日期', width: 120, render: (row) => row.effectiveDate },
  { key: 'end', title: '截止日期', width: 120, render: (row) => row.endDate ?? NOTHING },
  {
    key: 'reason',
    title: '原因与说明',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.changeReasonName} second={row.reasonText} />,
  },
  {
    key: 'status',
    title: '审批',
    width: 160,
    render: (row) => (
      <ApplicationStatus
        status={row.approvalBusinessStatus}
        name={row.currentNodeName ?? row.approvalBusinessStatusName}
      />
    ),
  },
  {
    key: 'implement',
    title: '执行',
    width: 110,
    render: (row) =>
      row.approvalBusinessStatus === businessStatus.passed ? (
        <StatusTag tone={implementTone(row.implementStatus)}>{row.implementStatusName}</StatusTag>
      ) : (
        NOTHING
      ),
  },
];

/** 我的学籍异动: what a student asked for, how he stands, and what he was through time (STUDENT-STATUS-16). */
export function OwnChangesPage() {
  const query = useOperation(queryOwnChanges, {}, { staleTime: 0 });
  const [again, setAgain] = useState<ToldStatusChange | 'new' | null>(null);
  const { data } = query;
  return (
    <Page title="我的学籍异动" fill={false}>
      <Card
        title="当前学籍"
        actions={
          data && (
            <Button
              size="xs"
              leftSection={<IconPlus size={14} />}
              onClick={() => {
                setAgain('new');
              }}
            >
              申请异动
            </Button>
          )
        }
      >
        <QueryFaces query={query} compact rows={1}>
          {({ statusName, administrativeClassName, gradeMajorName }) => (
            <FactList
              columns={3}
              items={[
                { label: '学籍状态', value: statusName },
                { label: '行政班', value: administrativeClassName },
                { label: '年级专业', value: gradeMajorName },
              ]}
            />
          )}
        </QueryFaces>
      </Card>
      <Card title="申请记录" flush>
        <DataTable
          label="我的学籍异动"
          columns={columns}
          rows={data?.list}
          query={query}
          rowKey={(row) => row.applyId}
          numberFrom={1}
          minWidth={820}
          onRow={(row) => {
            const { approvalBusinessStatus: status } = row;
            if (row.own && (status === businessStatus.returned || status === businessStatus.recalled)) setAgain(row);
          }}
          empty={{ reason: '还没有申请过学籍异动；需要休学、复学、转班级等，点“申请异动”' }}
        />
      </Card>
      <Card title="学籍沿革">
        <StatusTimelineOf />
      </Card>
      {again !== null && data && (
        <OwnChangeDialog
          known={again === 'new' ? null : again}
          offer={data}
          onClose={() => {
            setAgain(null);
          }}
        />
      )}
    </Page>
  );
}
