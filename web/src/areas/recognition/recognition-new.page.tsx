import { recognisableAttempts, recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { recognitionKinds, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePageAddress, usePageParams } from '../../lib/page-address.ts';
import { useOperation } from '../../lib/queries.ts';
import { useStudentOfNumber } from '../../pickers/student-of-number.ts';
import type { PickedStudent } from '../../pickers/student-picker.tsx';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { kindIn, recognitionPath } from './recognition-address.ts';
import { spareGroups } from './recognition-form.model.ts';
import { RecognitionForm } from './recognition-form.tsx';

/**
 * A new recognition application of the kind in the address, for a student whom another page may name
 * (`recognitionFor`), or one that is saved, returned or recalled (`?applyId=`).
 */
export function RecognitionNewPage() {
  const kind = kindIn(usePageParams<'kind'>().kind);
  const { applyId, for: number = '' } = usePageAddress().search as { applyId?: string; for?: string };
  const { student, loading } = useStudentOfNumber(number);
  return (
    <Page title={`申请${recognitionKinds[kind].name}`} fill={false}>
      {applyId !== undefined ? (
        <Known key={applyId} kind={kind} applyId={applyId} />
      ) : student === null ? (
        !loading && <RecognitionForm key={`new-${kind}`} kind={kind} known={null} />
      ) : (
        <Spare key={student.studentCode} kind={kind} student={student} />
      )}
    </Page>
  );
}

/** Begins with the scores of a student that his plan does not ask for. */
function Spare({ kind, student }: { kind: RecognitionKind; student: PickedStudent }) {
  const own = kind === 'system';
  const query = useOperation(
    recognisableAttempts,
    { studentId: student.studentCode },
    { enabled: own, keepPrevious: false },
  );
  if (own && query.isLoading) return null;
  return (
    <RecognitionForm
      key={`${kind}-${student.studentCode}`}
      kind={kind}
      known={null}
      begin={{ student, groups: spareGroups(query.data?.list ?? []) }}
    />
  );
}

function Known({ kind, applyId }: { kind: RecognitionKind; applyId: string }) {
  const query = useOperation(
    recognitionOperationsOf[kind].detail,
    { id: applyId },
    { keepPrevious: false, staleTime: 0 },
  );
  const detail = query.data;
  if (detail === undefined)
    return (
      <Card grow>
        <QueryFaces query={query} rows={8}>
          {() => null}
        </QueryFaces>
      </Card>
    );
  if (detail.form === null) {
    return (
      <Card grow>
        <EmptyState
          title="该认定申请现在不能修改"
          reason={`状态为“${detail.approvalBusinessStatusName}”；只有申请人可以修改已保存、已退回或已撤回的申请`}
          action={
            <Button component={Link} to={recognitionPath(kind, encodeURIComponent(applyId))} variant="default">
              查看申请
            </Button>
          }
        />
      </Card>
    );
  }
  return <RecognitionForm kind={kind} known={{ ...detail, form: detail.form }} />;
}
