import {
  previewItemGroups,
  splitItemGroupsOperation,
  type PreviewedItemGroups,
} from '@jwxt/contracts/open-course/special-item-group.operations.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { Alert, Button, Checkbox, Radio, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { ReferenceSearch } from '../../resource/reference-search.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Field } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

type Group = PreviewedItemGroups['groups'][number];
const stale = [
  'specialItemGroup.',
  'specialItemStudent.',
  'teachingJob.',
  'physicalProjectTask.',
  'teachingClassStudent.',
];

/** Parts the students of an item into groups: who would come where is shown first, then it is done. */
export function ItemGroupsDialog({ onClose }: { onClose: () => void }) {
  const [specialItemId, setItem] = useState<string | null>(null);
  const [again, setAgain] = useState(false);
  const [even, setEven] = useState(false);
  const [room, setRoom] = useState('');
  const [makeJobs, setMakeJobs] = useState(false);
  const size = Number(room);
  const newCapacity = room === '' || !Number.isInteger(size) || size < 1 ? null : size;
  const asked = {
    specialItemId: specialItemId ?? '',
    again: yesNoOf(again),
    even: yesNoOf(even),
    ...(newCapacity === null ? {} : { newCapacity }),
  };
  const preview = useOperation(previewItemGroups, asked, {
    enabled: specialItemId !== null,
    keepPrevious: false,
    staleTime: 0,
  });
  const split = useOperationMutation(splitItemGroupsOperation, {
    invalidates: stale,
    onError: (error) => {
      notify.failure(error);
      void preview.refetch();
    },
    onSuccess: ({ placed, groups, jobs, left, kept }) => {
      const parts = [
        `已分组 ${String(placed)} 名学生`,
        ...(groups > 0 ? [`新增 ${String(groups)} 个组`] : []),
        ...(jobs > 0 ? [`生成 ${String(jobs)} 个教学任务，请安排教师`] : []),
        ...(left > 0 ? [`${String(left)} 名未分组`] : []),
        ...kept.slice(0, 5).map(({ name, message }) => `${name}没有进入教学班名单：${message}`),
      ];
      if (left + kept.length > 0) notify.warning(parts.join('，'));
      else notify.success(parts.join('，'));
      onClose();
    },
  });
  const shown = preview.data;
  const without = shown?.groups.some(({ teachingClassName }) => teachingClassName === '') ?? false;
  const does = shown !== undefined && (shown.coming > 0 || (makeJobs && without));
  return (
    <Dialog
      opened
      width={940}
      title="学生分组"
      onClose={onClose}
      input={{ ...asked, makeJobs }}
      footer={
        <>
          <CancelButton />
          <Button
            loading={split.isPending}
            disabled={!does || preview.isFetching}
            onClick={() => {
              if (shown) split.mutate({ ...asked, makeJobs: yesNoOf(makeJobs), digest: shown.digest });
            }}
          >
            {shown && shown.coming > 0 ? `分组 ${String(shown.coming)} 人` : '分组'}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <SimpleGrid cols={2}>
          <Field label="专项" htmlFor="item-groups-item" required>
            <ReferenceSearch
              id="item-groups-item"
              to="specialItem"
              placeholder="请输入专项名称查找"
              clearable={false}
              value={specialItemId}
              onChange={setItem}
            />
          </Field>
          <Field label="新增组的容量" htmlFor="item-groups-room">
            <NumberInput
              id="item-groups-room"
              places={0}
              min={1}
              max={999}
              placeholder="现有的组不够时按此容量新增"
              value={room}
              onChange={setRoom}
            />
          </Field>
          <Radio.Group
            label="范围"
            value={again ? 'all' : 'rest'}
            onChange={(value) => {
              setAgain(value === 'all');
            }}
          >
            <Stack gap={6} mt={4}>
              <Radio value="rest" label="只分还没有分组的学生" />
              <Radio value="all" label="全部重新分组（任务已确认的组不变）" />
            </Stack>
          </Radio.Group>
          <Radio.Group
            label="方式"
            value={even ? 'even' : 'order'}
            onChange={(value) => {
              setEven(value === 'even');
            }}
          >
            <Stack gap={6} mt={4}>
              <Radio value="order" label="按行政班顺序依次排满" />
              <Radio value="even" label="按行政班顺序，各组人数相近" />
            </Stack>
          </Radio.Group>
        </SimpleGrid>
        <Checkbox
          label="为没有教学任务的组生成教学任务"
          checked={makeJobs}
          onChange={(event) => {
            setMakeJobs(event.currentTarget.checked);
          }}
        />
        {specialItemId === null ? (
          <Alert variant="light">选择专项后，这里列出各组的学生和未能分组的学生。</Alert>
        ) : (
          <QueryFaces query={preview} compact>
            {(found) => <Preview key={found.digest} preview={found} />}
          </QueryFaces>
        )}
      </Stack>
    </Dialog>
  );
}

function Preview({ preview: { students, coming, groups, left } }: { preview: PreviewedItemGroups }) {
  const [of, setOf] = useState<string | null>(null);
  const listed = groups.find(({ groupName }) => groupName === of);
  const columns: Column<Group>[] = [
    {
      key: 'name',
      title: '组名',
      width: 120,
      render: (row) => (
        <>
          {row.groupName} {row.itemGroupId === '' && <StatusTag tone="blue">新增</StatusTag>}
        </>
      ),
    },
    { key: 'capacity', title: '容量', width: 60, render: (row) => row.capacity },
    { key: 'before', title: '现有', width: 60, render: (row) => row.before },
    { key: 'after', title: '分组后', width: 70, render: (row) => row.after },
    {
      key: 'classes',
      title: '行政班',
      width: 'auto',
      align: 'left',
      ellipsis: true,
      render: (row) => row.classes.map((one) => `${one.className} ${String(one.students)}人`).join('、'),
    },
    {
      key: 'job',
      title: '教学任务',
      width: 180,
      align: 'left',
      ellipsis: true,
      render: (row) => (row.teachingClassName === '' ? '未指定' : row.teachingClassName),
    },
    {
      key: 'list',
      title: '操作',
      width: 70,
      pinRight: true,
      render: (row) => (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            setOf(row.groupName === of ? null : row.groupName);
          }}
        >
          名单
        </Button>
      ),
    },
  ];
  return (
    <Stack gap={12}>
      <p role="status" style={{ margin: 0 }}>
        专项共 <b>{students}</b> 名学生，将分组 <b>{coming}</b> 名，未能分组 <b>{left.length}</b> 名。
      </p>
      <DataTable<Group>
        label="各组"
        dense
        scrollHeight={220}
        columns={columns}
        rows={groups}
        rowKey={(row) => row.groupName}
        empty={{ reason: '还没有分组，请填写新增组的容量' }}
      />
      {listed && (
        <DataTable
          label={`${listed.groupName}的学生`}
          dense
          scrollHeight={200}
          numberFrom={1}
          rows={listed.students}
          rowKey={(row) => row.studentNumber}
          empty={{ reason: '这个组没有学生' }}
          columns={[
            { key: 'number', title: '学号', width: 130, render: (row) => row.studentNumber },
            { key: 'name', title: '姓名', width: 110, render: (row) => row.studentName },
            { key: 'class', title: '行政班', width: 'auto', align: 'left', render: (row) => row.className },
            { key: 'comes', title: '变化', width: 90, render: (row) => (row.comes ? '编入' : '') },
          ]}
        />
      )}
      {left.length > 0 && (
        <DataTable
          label="未能分组的学生"
          dense
          scrollHeight={160}
          numberFrom={1}
          rows={left}
          rowKey={(row) => row.studentNumber}
          columns={[
            { key: 'number', title: '学号', width: 130, render: (row) => row.studentNumber },
            { key: 'name', title: '姓名', width: 110, render: (row) => row.studentName },
            { key: 'class', title: '行政班', width: 170, align: 'left', render: (row) => row.className },
            { key: 'reason', title: '原因', width: 'auto', align: 'left', render: (row) => row.reason },
          ]}
        />
      )}
    </Stack>
  );
}
