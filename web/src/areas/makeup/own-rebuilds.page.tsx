import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { ownRebuilds } from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import { rebuildSignUpResult } from '@jwxt/contracts/student-application/kinds/rebuild-sign-up-result.ts';
import { ownApplicationsPath } from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../lib/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { courseColumns, signUpColumns, type RebuildRow } from './rebuild-columns.tsx';

const path = ownApplicationsPath('rebuildSignUpResult');

/** 我的重修报名: what a student signed up for, how far it has come, its class and its fee (SCORE-MORE-27). */
export function OwnRebuildsPage() {
  const query = useOperation(ownRebuilds, {});
  return (
    <Page title="我的重修报名">
      <Card flush grow>
        <Toolbar>
          <Button component={Link} to={`${path}/new`} variant="light" leftSection={<IconPlus size={16} />}>
            {rebuildSignUpResult.verb}
          </Button>
        </Toolbar>
        <DataTable<RebuildRow>
          label="我的重修报名"
          columns={[
            ...courseColumns,
            ...signUpColumns,
            {
              key: 'action',
              title: '操作',
              width: 80,
              pinRight: true,
              render: (row) => <Link to={`${path}/${encodeURIComponent(row.signUpId ?? '')}`}>详情</Link>,
            },
          ]}
          rows={query.data?.list}
          query={query}
          rowKey={(row) => row.signUpId ?? ''}
          numberFrom={1}
          twoLine
          minWidth={860}
          empty={{ reason: '还没有报名重修' }}
        />
      </Card>
    </Page>
  );
}
