import { Button, Stack } from '@mantine/core';
import {
  ownWarnings,
  signWarningOperation,
  type OwnWarning,
} from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import { sendStatus } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card, FactList, Page } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { HitList } from './hit-list.tsx';
import { LevelTag } from './level-tag.tsx';

/** 我的预警: what the student was warned of, with reasons and scores, to be signed (STUDENT-STATUS-27, 28). */
export function OwnWarningsPage() {
  const query = useOperation(ownWarnings, {});
  return (
    <Page title="我的预警" fill={false}>
      <QueryFaces query={query}>
        {({ list, courses }) => (
          <Stack gap={12}>
            {list.length === 0 && (
              <Card title="学籍预警">
                <EmptyState reason="没有学籍预警" />
              </Card>
            )}
            {list.map((warning) => (
              <OwnWarningCard key={warning.warningResultId} warning={warning} />
            ))}
            <Card flush title="课程预警" note="任课教师的提醒，请尽快与教师联系">
              <DataTable
                label="课程预警"
                rows={courses}
                rowKey={(row) => row.courseWarningId}
                scrollHeight={courses.length === 0 ? 260 : Math.min(320, 46 + courses.length * 40)}
                empty={{ reason: '没有课程预警' }}
                columns={[
                  { key: 'semester', title: '学年学期', width: 200, render: (row) => row.semesterName },
                  { key: 'course', title: '课程', width: 180, align: 'left', render: (row) => row.courseName },
                  { key: 'teacher', title: '教师', width: 100, render: (row) => row.teacherName },
                  { key: 'reason', title: '原因', width: 140, render: (row) => row.warnReasonName },
                  {
                    key: 'text',
                    title: '说明',
                    width: 'auto',
                    align: 'left',
                    ellipsis: true,
                    render: (row) => row.warnText,
                  },
                  { key: 'time', title: '时间', width: 160, render: (row) => row.warnTime },
                  { key: 'status', title: '处理', width: 90, render: (row) => row.handleStatusName },
                ]}
              />
            </Card>
          </Stack>
        )}
      </QueryFaces>
    </Page>
  );
}

function OwnWarningCard({ warning }: { warning: OwnWarning }) {
  const maySign = useMay('statusWarningResult:sign');
  const sign = useOperationMutation(signWarningOperation, {
    invalidates: ['statusWarningResult.'],
    success: '已签收',
  });
  const isRevoked = warning.revokeReason !== '';
  const signed = warning.sendStatus === sendStatus.signed;
  return (
    <Card
      title={warning.semesterName}
      actions={
        <>
          <LevelTag colour={warning.colour} name={warning.warningLevelName} />
          {isRevoked && <StatusTag tone="grey">已撤销</StatusTag>}
          {!isRevoked && signed && <StatusTag tone="green">已签收 {warning.readTime}</StatusTag>}
          {!isRevoked && !signed && maySign && (
            <Button
              loading={sign.isPending}
              onClick={() => {
                sign.mutate({ key: warning.warningResultId });
              }}
            >
              签收
            </Button>
          )}
        </>
      }
    >
      <Stack gap={12}>
        <FactList
          items={[
            { label: '发送时间', value: warning.sentTime ?? '' },
            { label: '预警类型', value: warning.warningTypeName },
            { label: '原因', value: warning.reasonText, span: true },
            ...(warning.advice === '' ? [] : [{ label: '学校的建议', value: warning.advice, span: true }]),
            ...(isRevoked ? [{ label: '撤销原因', value: warning.revokeReason, span: true }] : []),
          ]}
        />
        <HitList hits={warning.hits} />
      </Stack>
    </Card>
  );
}
