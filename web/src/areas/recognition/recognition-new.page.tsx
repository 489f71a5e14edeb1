import { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { recognitionKinds, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePageAddress, usePageParams } from '../../lib/page-address.ts';
import { useOperation } from '../../lib/queries.ts';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { kindIn, recognitionPath } from './recognition-address.ts';
import { RecognitionForm } from './recognition-form.tsx';

/**
 * A new recognition application of the kind in the address, or one that is saved, returned or recalled (`?applyId=`).
 */
export function RecognitionNewPage() {
  const kind = kindIn(usePageParams<'kind'>().kind);
  const { applyId } = usePageAddress().search as { applyId?: string };
  return (
    <Page title={`申请${recognitionKinds[kind].name}`} fill={false}>
      {applyId === undefined ? (
        <RecognitionForm key={`new-${kind}`} kind={kind} known={null} />
      ) : (
        <Known key={applyId} kind={kind} applyId={applyId} />
      )}
    </Page>
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
