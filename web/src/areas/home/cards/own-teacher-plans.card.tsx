import { Button, Group } from '@mantine/core';
import { teacherAnswer, teacherAnswerNames } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import {
  answerTeacherPlanOperation,
  ownTeacherPlans,
  type OwnTeacherPlan,
} from '@jwxt/contracts/open-course/teacher-answer.operations.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ReasonDialog } from '../../../pickers/reason.dialog.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Card } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { FailedCard, failedFirst } from './failed.card.tsx';

const tones = { '0': 'orange', '1': 'green', '2': 'red' } as const;
const stale = ['teacherPlan.'];

/** 任课确认: a teacher takes the hours that he was given, or objects, while the window for it is open. */
export function OwnTeacherPlansCard() {
  const query = useOperation(ownTeacherPlans, {}, { enabled: useMay('teacherPlan:answer') });
  const [objecting, setObjecting] = useState<OwnTeacherPlan | null>(null);
  const answer = useOperationMutation(answerTeacherPlanOperation, { invalidates: stale, success: '已确认' });
  if (failedFirst(query)) return <FailedCard title="任课确认" query={query} />;
  const rows = query.data ?? [];
  const [first] = rows;
  if (!first) return null;
  const columns: Column<OwnTeacherPlan>[] = [
    {
      key: 'job',
      title: '课程',
      width: 'auto',
      align: 'left',
      render: (row) => <TwoLines first={`${row.courseName} ${row.teachingClassName}`} second={row.classes} />,
    },
    {
      key: 'hours',
      title: '学时',
      width: 150,
      render: (row) => <TwoLines first={row.hours} second={`第 ${row.startEndWeek} 周`} />,
    },
    {
      key: 'state',
      title: '状态',
      width: 80,
      render: (row) => <StatusTag tone={tones[row.confirmStatus]}>{teacherAnswerNames[row.confirmStatus]}</StatusTag>,
    },
    {
      key: 'action',
      title: '操作',
      width: 130,
      pinRight: true,
      render: (row) => (
        <Group gap={0} justify="center" wrap="nowrap">
          {row.confirmStatus !== teacherAnswer.confirmed && (
            <Button
              variant="subtle"
              size="compact-xs"
              disabled={answer.isPending}
              onClick={() => {
                const { teachingClassId } = row;
                answer.mutate({ teachingClassId, confirmStatus: teacherAnswer.confirmed, confirmNote: '' });
              }}
            >
              确认
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => {
              setObjecting(row);
            }}
          >
            有异议
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <Card flush title={`任课确认（${first.endTime.slice(0, 16)} 前）`}>
      <DataTable<OwnTeacherPlan>
        label="任课确认"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.teachingClassId}
        query={query}
        twoLine
      />
      {objecting !== null && (
        <ReasonDialog
          opened
          title={`有异议 · ${objecting.courseName}`}
          warning="您的意见将告知开课单位的教务员。"
          label="意见"
          confirmText="提交"
          operation={answerTeacherPlanOperation}
          input={(confirmNote) => ({
            teachingClassId: objecting.teachingClassId,
            confirmStatus: teacherAnswer.objected,
            confirmNote,
          })}
          invalidates={stale}
          onDone={() => {
            setObjecting(null);
          }}
          onClose={() => {
            setObjecting(null);
          }}
        />
      )}
    </Card>
  );
}
