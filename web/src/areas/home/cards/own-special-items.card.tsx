import { Button, Radio, Stack } from '@mantine/core';
import {
  chooseSpecialItemOperation,
  ownSpecialItems,
  type OwnSpecialItem,
} from '@jwxt/contracts/scheme/plan/special-item.operations.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card } from '../../../ui/page.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';
import { FailedCard, failedFirst } from './failed.card.tsx';

/** 专项选择: courses of which a student takes one item, 篮球 or 太极拳. Who has none sees nothing of it (SCHEME-34). */
export function OwnSpecialItemsCard() {
  const query = useOperation(ownSpecialItems, {}, { enabled: useMay('specialItem:choose') });
  const [opened, setOpened] = useState<OwnSpecialItem | null>(null);
  if (failedFirst(query)) return <FailedCard title="专项选择" query={query} />;
  const rows = query.data?.list ?? [];
  if (rows.length === 0) return null;
  const columns: Column<OwnSpecialItem>[] = [
    {
      key: 'course',
      title: '课程',
      width: 'auto',
      align: 'left',
      render: (row) => <TwoLines first={row.courseName} second={row.semesterName} />,
    },
    {
      key: 'item',
      title: '专项',
      width: 130,
      render: ({ items, chosenId }) =>
        items.find(({ specialItemId }) => specialItemId === chosenId)?.itemName ?? (
          <span style={{ color: 'var(--jw-orange-text)' }}>未选择</span>
        ),
    },
    {
      key: 'action',
      title: '操作',
      width: 90,
      pinRight: true,
      render: (row) => (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            setOpened(row);
          }}
        >
          {row.chosenId === '' ? '选择' : '更换'}
        </Button>
      ),
    },
  ];
  return (
    <Card flush title="专项选择">
      <DataTable<OwnSpecialItem>
        label="专项选择"
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.courseId}.${row.semesterId}`}
        query={query}
        twoLine
      />
      {opened && (
        <ChooseDialog
          course={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </Card>
  );
}

function ChooseDialog({ course, onClose }: { course: OwnSpecialItem; onClose: () => void }) {
  const [chosen, setChosen] = useState(course.chosenId);
  const choose = useOperationMutation(chooseSpecialItemOperation, {
    invalidates: ['specialItem.'],
    success: '已选择',
    onSuccess: onClose,
  });
  return (
    <Dialog
      opened
      width={440}
      title={`选择专项：${course.courseName}`}
      onClose={onClose}
      input={chosen}
      footer={
        <>
          <CancelButton />
          <Button
            loading={choose.isPending}
            disabled={chosen === '' || chosen === course.chosenId}
            onClick={() => {
              choose.mutate({ specialItemId: chosen });
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <Radio.Group value={chosen} onChange={setChosen} aria-label="专项">
        <Stack gap={10}>
          {course.items.map(({ specialItemId, itemName, capacity, studentNum, problem }) => (
            <Radio
              key={specialItemId}
              value={specialItemId}
              disabled={problem !== ''}
              label={`${itemName}（已选 ${String(studentNum)}${capacity === null ? '' : ` / ${String(capacity)}`} 人）`}
              description={problem === '' ? undefined : problem}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Dialog>
  );
}
