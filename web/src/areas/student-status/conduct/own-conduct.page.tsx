import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { ownConduct, type OwnPunishment } from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import { punishStatus } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import {
  APPEAL_TEXT_MAX,
  appealPunishmentOperation,
} from '@jwxt/contracts/student-status/conduct/punishment.operations.ts';
import { ownApplicationsPath } from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';
import type { Tone, TonesOf } from '../../../ui/tokens.ts';

type Own = z.output<typeof ownConduct.output>;
type Reward = Own['rewards'][number];
type Leave = Own['leaves'][number];
type Grade = Own['grades'][number];

const tones: Readonly<Record<string, Tone>> = {
  [punishStatus.intended]: 'orange',
  [punishStatus.inForce]: 'red',
  [punishStatus.removed]: 'green',
  [punishStatus.revoked]: 'grey',
} satisfies TonesOf<typeof punishStatus>;

const rewardColumns: Column<Reward>[] = [
  { key: 'year', title: '学年', width: 110, render: (row) => row.xnzj },
  { key: 'name', title: '奖励名称', width: 'auto', align: 'left', render: (row) => row.rewardName },
  {
    key: 'level',
    title: '级别与等级',
    width: 140,
    render: (row) => [row.rewardLevelName, row.rewardGradeName].filter(Boolean).join('，'),
  },
  { key: 'unit', title: '颁奖单位', width: 160, render: (row) => row.awardUnit || NOTHING },
  { key: 'date', title: '获奖日期', width: 120, render: (row) => row.rewardDate },
];

const punishmentColumns = (appeal: (row: OwnPunishment) => void): Column<OwnPunishment>[] => [
  {
    key: 'name',
    title: '处分',
    width: 130,
    align: 'left',
    render: (row) => <TwoLines first={row.punishNameName} second={row.documentNumber || NOTHING} />,
  },
  {
    key: 'violation',
    title: '违纪情况',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={`${row.violationTypeName}，${row.violationDate}`} second={row.violationText} />,
  },
  {
    key: 'days',
    title: '送达与期满',
    width: 130,
    render: (row) => <TwoLines first={row.deliverDate ?? NOTHING} second={row.endDate ?? NOTHING} />,
  },
  {
    key: 'appeal',
    title: '申诉',
    width: 150,
    render: (row) => <TwoLines first={row.appealStatusName} second={row.appealOpinion} />,
  },
  {
    key: 'status',
    title: '状态',
    width: 90,
    render: (row) => (
      <StatusTag tone={tones[row.punishStatus] ?? 'grey'}>
        {row.punishStatus === punishStatus.intended ? '已送达' : row.punishStatusName}
      </StatusTag>
    ),
  },
  {
    key: 'action',
    title: '操作',
    pinRight: true,
    width: 150,
    render: (row) =>
      row.appealUntil !== null && (
        <Button
          variant="light"
          size="compact-sm"
          onClick={() => {
            appeal(row);
          }}
        >
          申诉（至 {row.appealUntil.slice(5)}）
        </Button>
      ),
  },
];

const leaveColumns: Column<Leave>[] = [
  {
    key: 'type',
    title: '请假',
    width: 100,
    render: (row) => <TwoLines first={row.leaveTypeName} second={`${row.days} 天`} />,
  },
  {
    key: 'time',
    title: '起止时间',
    width: 180,
    render: (row) => <TwoLines first={row.beginTime} second={row.endTime} />,
  },
  {
    key: 'reason',
    title: '事由与影响课程',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.leaveReason} second={row.affectClasses || NOTHING} />,
  },
  {
    key: 'status',
    title: '状态',
    width: 170,
    render: (row) => <TwoLines first={row.leaveStatusName} second={row.backTime ?? ''} />,
  },
];

const gradeColumns: Column<Grade>[] = [
  { key: 'year', title: '学年', width: 110, render: (row) => row.xnzj },
  { key: 'level', title: '等次', width: 100, render: (row) => row.gradeLevelName },
  { key: 'total', title: '总分', width: 100, render: (row) => row.totalScore || NOTHING },
  { key: 'rank', title: '班级排名', width: 'auto', align: 'left', render: (row) => row.rankInClass ?? NOTHING },
];

const applying = (group: 'rewardApply' | 'leaveApply', label: string) => (
  <Button
    component={Link}
    to={`${ownApplicationsPath(group)}/new`}
    variant="light"
    size="compact-sm"
    leftSection={<IconPlus size={16} />}
  >
    {label}
  </Button>
);

/**
 * 我的奖惩与请假: what a student sees of himself, and an appeal while there is time (STUDENT-STATUS-29, 35, 38, 39).
 */
export function OwnConductPage() {
  const query = useOperation(ownConduct, {});
  const [appealing, setAppealing] = useState<OwnPunishment | null>(null);
  const [mayReward, mayLeave] = [useMay('rewardApply:apply'), useMay('leaveApply:apply')];
  const { rewards, punishments = [], leaves, grades = [] } = query.data ?? {};
  return (
    <Page title="我的奖惩与请假" fill={false}>
      {punishments.length > 0 && (
        <Card flush title="处分">
          <DataTable<OwnPunishment>
            label="处分"
            columns={punishmentColumns(setAppealing)}
            rows={punishments}
            rowKey={(row) => row.punishmentId}
            query={query}
            twoLine
            minWidth={820}
          />
        </Card>
      )}
      <Card flush title="奖励" actions={mayReward && applying('rewardApply', '申请奖励')}>
        <DataTable<Reward>
          label="奖励"
          columns={rewardColumns}
          rows={rewards}
          rowKey={(row) => row.rewardId}
          query={query}
          minWidth={700}
          empty={{ reason: '还没有奖励' }}
        />
      </Card>
      <Card flush title="请假" actions={mayLeave && applying('leaveApply', '申请请假')}>
        <DataTable<Leave>
          label="请假"
          columns={leaveColumns}
          rows={leaves}
          rowKey={(row) => row.leaveResultId}
          query={query}
          twoLine
          minWidth={700}
          empty={{ reason: '还没有请假' }}
        />
      </Card>
      {grades.length > 0 && (
        <Card flush title="学年等次">
          <DataTable<Grade>
            label="学年等次"
            columns={gradeColumns}
            rows={grades}
            rowKey={(row) => row.studentGradeId}
            query={query}
          />
        </Card>
      )}
      {appealing && (
        <AppealDialog
          row={appealing}
          onClose={() => {
            setAppealing(null);
          }}
        />
      )}
    </Page>
  );
}

function AppealDialog({ row, onClose }: { row: OwnPunishment; onClose: () => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const appeal = useOperationMutation(appealPunishmentOperation, {
    invalidates: ['conduct.'],
    success: '已提交申诉，将在 15 日内作出复查决定',
    onSuccess: onClose,
    onError: (error) => {
      setProblem(fieldErrorsOf(error)['appealText'] ?? error.message);
    },
  });
  return (
    <Dialog
      opened
      width={560}
      title={`申诉：${row.punishNameName}`}
      onClose={onClose}
      input={text}
      footerNote="一个处分只能申诉一次"
      footer={
        <>
          <CancelButton />
          <Button
            loading={appeal.isPending}
            onClick={() => {
              if (text.trim() === '') setProblem('请填写申诉理由');
              else appeal.mutate({ punishmentId: row.punishmentId, appealText: text.trim() });
            }}
          >
            提交申诉
          </Button>
        </>
      }
    >
      <Field label="申诉理由" htmlFor="appeal-text" required error={problem}>
        <CountedTextarea
          id="appeal-text"
          value={text}
          maxLength={APPEAL_TEXT_MAX}
          rows={5}
          onChange={setText}
          autoFocus
        />
      </Field>
    </Dialog>
  );
}
