import { Button } from '@mantine/core';
import { sheet as sheetOperation } from '@jwxt/contracts/score/score-entry.operations.ts';
import { scoreTypeNames, type ScoreType, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePageParams } from '../../../lib/page-address.ts';
import { usePushState } from '../../../lib/push.ts';
import { invalidateOperations, useOperation } from '../../../lib/queries.ts';
import { useUser } from '../../../lib/session.ts';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { asTypedBy, openSheet, typeForTeachers, watchSheet } from './open-sheets.ts';
import { SheetEditor } from './sheet-editor.tsx';
import type { Sheet } from '../sheet-grid/sheet-grid.model.ts';

/** Milliseconds between looks at the server while it cannot tell by itself that others changed something. */
const LOOK_MS = 30_000;

/** Scores of one teaching class (SCORE-ENTRY-01): typed in while the window is open, else read. */
export function EntrySheetPage() {
  const { teachingClassId = '', scoreType: asked = '' } = usePageParams<'teachingClassId' | 'scoreType'>();
  const push = usePushState();
  const type = asked in scoreTypeNames ? (asked as ScoreType) : null;
  const query = useOperation(
    sheetOperation,
    { teachingClassId, scoreType: type ?? scoreType.regular },
    {
      keepPrevious: false,
      enabled: type !== null,
      staleTime: 0,
      refetchInterval: push.status === 'live' ? false : LOOK_MS,
    },
  );
  const title = type === null ? '成绩录入' : `${scoreTypeNames[type]}成绩录入`;
  return (
    <Page title={query.data ? `${query.data.courseName} ${title}` : title}>
      {type === null ? (
        <Card grow>
          <EmptyState
            title="地址不正确"
            reason="没有这种成绩类型，请从成绩录入列表进入。"
            action={
              <Button component={Link} to={modulePath('scoreManage', 'entry')} variant="light">
                返回我的教学班
              </Button>
            }
          />
        </Card>
      ) : query.data === undefined ? (
        <Card grow>
          <QueryFaces query={query} rows={10}>
            {() => null}
          </QueryFaces>
        </Card>
      ) : (
        <OpenSheet
          key={`${teachingClassId}.${type}`}
          sheet={query.data}
          stale={query.isError}
          refetch={query.refetch}
        />
      )}
    </Page>
  );
}

function OpenSheet({
  sheet,
  stale,
  refetch,
}: {
  sheet: Sheet;
  stale: boolean;
  refetch: () => Promise<{ data: Sheet | undefined }>;
}) {
  const user = useUser();
  const client = useQueryClient();
  const opened = () =>
    openSheet(
      sheet,
      user,
      () => {
        void refetch();
      },
      () => {
        void invalidateOperations(client, ['scoreEntry.classes']);
        // Without the live line nobody tells this page to fetch what it saved.
        void client.invalidateQueries({ queryKey: ['score-outbox'] });
      },
    );
  const [session, setSession] = useState(opened);
  const reopened = useEffectEvent(opened);
  // While the page's tab was hidden nobody watched the sheet, so it was closed once everything in it was saved.
  useEffect(() => watchSheet(reopened, setSession), []);
  const [forTeachers, setForTeachers] = useState<string | null>(null);
  useEffect(() => {
    session.merge(asTypedBy(sheet, user.userName));
  }, [session, sheet, user.userName, forTeachers]);
  const enterFor = (reason: string) => {
    typeForTeachers(sheet, user.userName, reason);
    setForTeachers(reason);
  };
  return (
    <SheetEditor session={session} stale={stale} refetch={refetch} forTeachers={forTeachers} onEnterFor={enterFor} />
  );
}
