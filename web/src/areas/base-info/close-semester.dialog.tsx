import { Alert, Button, Loader } from '@mantine/core';
import { archiveSemesterOperation, semesterReadiness } from '@jwxt/contracts/base-info/semester.operations.ts';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** A semester is closed for good, so what is still open in it is shown before. */
export function CloseSemesterDialog({
  semester: { key, name },
  onClose,
}: {
  semester: { key: string; name: string };
  onClose: () => void;
}) {
  const query = useOperation(semesterReadiness, { key }, { staleTime: 0 });
  const close = useOperationMutation(archiveSemesterOperation, {
    invalidates: ['semester.', 'resource.', 'session.'],
    success: true,
    onSuccess: onClose,
  });
  const open = query.data?.open;
  return (
    <Dialog
      opened
      width={520}
      title="学期归档"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            color="red"
            loading={close.isPending}
            disabled={open === undefined}
            onClick={() => {
              close.mutate({ key });
            }}
          >
            {open !== undefined && open.length > 0 ? '仍然归档' : '归档'}
          </Button>
        </>
      }
    >
      <p>归档后，“{name}”的设置、教学班和名单不能再修改，也不能取消归档。</p>
      {open === undefined && <Loader size="sm" aria-label="加载中" />}
      {open?.length === 0 && (
        <Alert color="green" icon={<IconCircleCheck size={16} />} p={8}>
          没有未完成的成绩工作。
        </Alert>
      )}
      {open !== undefined && open.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={16} />} p={8} title="还没有完成">
          {open.map(({ what, n }) => (
            <div key={what}>
              {what}：{n}
            </div>
          ))}
        </Alert>
      )}
    </Dialog>
  );
}
