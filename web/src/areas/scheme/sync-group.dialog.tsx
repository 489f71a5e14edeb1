import { Button, Stack } from '@mantine/core';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  courseGroupDifferences,
  syncCourseGroup,
  type GroupDifferenceRow,
} from '@jwxt/contracts/scheme/schema/group-sync.operations.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';

const names = (courses: GroupDifferenceRow['added']): string =>
  courses.length === 0 ? NOTHING : courses.map(({ courseName }) => courseName).join('、');
const codes = (courses: GroupDifferenceRow['added']): string[] => courses.map(({ courseCode }) => courseCode);

/** How schemes that quote a group differ from it, each made the same by itself (SCHEME-40…42). */
export function SyncGroupDialog({
  group,
  onClose,
}: {
  group: { readonly key: string; readonly name: string };
  onClose: () => void;
}) {
  const query = useOperation(courseGroupDifferences, { courseGroupId: group.key }, { staleTime: 0 });
  const sync = useOperationMutation(syncCourseGroup, {
    invalidates: ['courseGroupManagement.differences', 'majorSchemaCustomize.'],
    onSuccess: () => {
      notify.success('已同步到方案');
    },
    onError: (error) => {
      notify.failure(error, '同步失败');
    },
  });
  const columns: Column<GroupDifferenceRow>[] = [
    { key: 'name', title: '方案', width: 'auto', align: 'left', render: (row) => row.schemaName },
    { key: 'added', title: '增加课程', width: 220, align: 'left', render: (row) => names(row.added) },
    { key: 'removed', title: '减少课程', width: 220, align: 'left', render: (row) => names(row.removed) },
    {
      key: 'action',
      title: '操作',
      pinRight: true,
      width: 90,
      render: (row) =>
        row.added.length + row.removed.length === 0 ? (
          <StatusTag tone="green">一致</StatusTag>
        ) : (
          <Button
            variant="subtle"
            size="compact-xs"
            disabled={sync.isPending}
            onClick={() => {
              sync.mutate({
                courseGroupId: group.key,
                majorSchemaKey: row.majorSchemaKey,
                revision: row.revision,
                added: codes(row.added),
                removed: codes(row.removed),
              });
            }}
          >
            同步
          </Button>
        ),
    },
  ];
  return (
    <Dialog
      opened
      width={900}
      title={`同步到方案：${group.name}`}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <Stack gap={12}>
        <p style={{ margin: 0 }}>
          只列出引用了本课组、还没有送审或已退回的方案。院系在方案中填写的学期、分类和学分不会改变。
        </p>
        <DataTable
          label="引用课组的方案"
          columns={columns}
          rows={query.data?.list}
          query={query}
          rowKey={(row) => row.majorSchemaKey}
          scrollHeight={320}
          empty={{ reason: '没有可以同步的方案' }}
        />
      </Stack>
    </Dialog>
  );
}
