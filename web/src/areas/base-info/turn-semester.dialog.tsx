import { Button, Loader } from '@mantine/core';
import { semesterReadiness, setCurrentSemesterOperation } from '@jwxt/contracts/base-info/semester.operations.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import { OpenInSemester } from './open-in-semester.tsx';

/** Before another semester begins, what is still open in the present one is shown. */
export function TurnSemesterDialog({
  semester: { key, name },
  onClose,
}: {
  semester: { key: string; name: string };
  onClose: () => void;
}) {
  const { semester, semesterName } = useUser();
  const query = useOperation(semesterReadiness, { key: semester }, { enabled: semester !== '', staleTime: 0 });
  const turn = useOperationMutation(setCurrentSemesterOperation, {
    invalidates: ['semester.', 'resource.', 'session.'],
    success: true,
    onSuccess: onClose,
  });
  return (
    <Dialog
      opened
      width={520}
      title="设为当前学期"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            loading={turn.isPending}
            disabled={semester !== '' && query.isPending}
            onClick={() => {
              turn.mutate({ key });
            }}
          >
            设为当前学期
          </Button>
        </>
      }
    >
      <p>录入、开课和申请都按当前学期办理。确定把“{name}”设为当前学期吗？</p>
      {semester !== '' && query.isPending && <Loader size="sm" aria-label="加载中" />}
      {query.data !== undefined && query.data.open.length > 0 && (
        <>
          <p>“{semesterName}”的下列工作切换后仍可继续办理，任课教师在“成绩录入”中会看到提醒：</p>
          <OpenInSemester semesterId={semester} open={query.data.open} />
        </>
      )}
    </Dialog>
  );
}
