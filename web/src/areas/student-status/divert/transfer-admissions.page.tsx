import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import {
  transferStatus,
  transferStatusNames,
  type TransferStatus,
} from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import {
  assignTransferClassOperation,
  exportTransferAdmissions,
  implementTransfersOperation,
  publishTransfersOperation,
  queryTransferAdmissions,
  queryTransferClasses,
  transferCourses,
  type TransferAdmission,
  admissionSorts,
} from '@jwxt/contracts/student-status/divert/transfer.operations.ts';
import { transferBatch } from '@jwxt/contracts/student-status/divert/transfer.resource.ts';
import { Button, Select, Stack, TextInput } from '@mantine/core';
import { IconBroadcast, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { studentColumn } from '../../../pickers/student-column.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../../ui/tokens.ts';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';
import { useProcess } from '../../../ui/use-process.ts';
import { PlanFollowUp } from '../plan-follow-up.tsx';
import { EffectiveDateDialog } from './effective-date.dialog.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  batch: text,
  keyword: text,
  status: z
    .enum(['', ...Object.values(transferStatus)])
    .catch('')
    .default(''),
  ...pagingFields(20),
  ...sortField(admissionSorts),
});
const tones: Readonly<Record<string, Tone>> = {
  [transferStatus.passed]: 'orange',
  [transferStatus.admitted]: 'blue',
  [transferStatus.beyondQuota]: 'grey',
  [transferStatus.implemented]: 'green',
} satisfies TonesOf<typeof transferStatus>;

interface Acts {
  readonly mayAssign: boolean;
  assign(row: TransferAdmission): void;
  courses(row: TransferAdmission): void;
}

function columnsOf({ mayAssign, assign, courses }: Acts): Column<TransferAdmission>[] {
  return [
    studentColumn(130),
    {
      key: 'from',
      sort: 'sourceGradeMajorName',
      title: '转出年级专业',
      width: 200,
      align: 'left',
      ellipsis: true,
      render: (row) => row.sourceGradeMajorName,
    },
    {
      key: 'to',
      sort: 'targetGradeMajorName',
      title: '转入年级专业',
      width: 'auto',
      align: 'left',
      render: (row) => <TwoLines first={row.targetGradeMajorName} second={row.targetDepartmentName} />,
    },
    {
      key: 'score',
      sort: 'totalScore',
      title: '总分 / 绩点',
      width: 100,
      render: (row) => <TwoLines first={row.totalScore} second={row.gpa} />,
    },
    { key: 'rank', sort: 'rankInMajor', title: '专业排名', width: 84, importance: 3, render: (row) => row.rankInMajor },
    {
      key: 'class',
      sort: 'targetClassName',
      title: '班级',
      width: 150,
      align: 'left',
      ellipsis: true,
      importance: 2,
      render: (row) => row.targetClassName,
    },
    {
      key: 'status',
      sort: 'transferStatus',
      title: '状态',
      width: 190,
      align: 'left',
      render: (row) => (
        <TwoLines
          first={<StatusTag tone={tones[row.transferStatus] ?? 'grey'}>{row.transferStatusName}</StatusTag>}
          second={row.why}
        />
      ),
    },
    {
      key: 'action',
      title: '操作',
      width: 140,
      pinRight: true,
      render: (row) => (
        <>
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => {
              courses(row);
            }}
          >
            补修与认定
          </Button>
          {mayAssign && row.transferStatus === transferStatus.admitted && (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`为${row.studentName}分班`}
              onClick={() => {
                assign(row);
              }}
            >
              分班
            </Button>
          )}
        </>
      ),
    },
  ];
}

/** 转专业录取 (STUDENT-STATUS-23): who both departments let change, admitted by rank, shown, and carried out. */
export function TransferAdmissionsPage() {
  const [state, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(state);
  const [assigning, setAssigning] = useState<TransferAdmission | null>(null);
  const [looking, setLooking] = useState<TransferAdmission | null>(null);
  const mayAssign = useMay('transferMajor:assignClass');
  const batches = useOperation(transferBatch.operations.query, { pageNo: 1, pageSize: 200 });
  const { batch: chosen, keyword, status, pageNo, pageSize, sort } = state;
  const filter = {
    ...(chosen === '' ? {} : { transferBatchId: chosen }),
    ...(keyword === '' ? {} : { keyword }),
    ...(status === '' ? {} : { transferStatus: status }),
  };
  const query = useOperation(queryTransferAdmissions, { ...filter, pageNo, pageSize, sort });
  const batch = query.data?.batch ?? null;
  return (
    <Page title="转专业录取">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, keyword: draft.keyword.trim(), pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            const none = { batch: '', keyword: '', status: '' as const };
            setDraft({ ...draft, ...none });
            setState({ ...none, pageNo: 1 });
          }}
        >
          <Field label="批次" htmlFor="transfer-batch">
            <Select
              id="transfer-batch"
              data={((batches.data?.rows ?? []) as readonly WireRow[]).map((row) => ({
                value: textOf(row['transferBatchId']),
                label: textOf(row['batchName']),
              }))}
              searchable
              allowDeselect={false}
              placeholder={batches.data ? '还没有转专业批次' : '请选择转专业批次'}
              value={draft.batch || batch?.transferBatchId || null}
              onChange={(value) => {
                setDraft({ ...draft, batch: value ?? '' });
              }}
            />
          </Field>
          <Field label="关键字" htmlFor="transfer-keyword">
            <TextInput
              id="transfer-keyword"
              placeholder="学号或姓名"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="状态" htmlFor="transfer-status">
            <Select
              id="transfer-status"
              data={Object.entries(transferStatusNames).map(([value, label]) => ({ value, label }))}
              clearable
              placeholder="全部"
              value={draft.status || null}
              onChange={(value) => {
                setDraft({ ...draft, status: (value ?? '') as TransferStatus | '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar
          right={
            batch && (
              <span>
                {batch.waitingNum > 0 && `${String(batch.waitingNum)} 份申请审批中 · `}
                {batch.publishTime === null ? '未公示' : `${batch.publishTime.slice(0, 16)} 起公示`}
              </span>
            )
          }
        >
          {batch && <TransferSteps batch={batch} />}
          <ExportButton operation={exportTransferAdmissions} input={filter} />
        </Toolbar>
        <DataTable
          label="转专业录取名单"
          columns={columnsOf({ mayAssign, assign: setAssigning, courses: setLooking })}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.applyId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1180}
          empty={{ reason: '本批次还没有审批通过的申请，或没有符合条件的学生' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      {assigning && (
        <TransferClassDialog
          row={assigning}
          onClose={() => {
            setAssigning(null);
          }}
        />
      )}
      {looking && (
        <TransferCoursesDialog
          row={looking}
          onClose={() => {
            setLooking(null);
          }}
        />
      )}
    </Page>
  );
}

interface StepsProps {
  batch: { transferBatchId: string; batchName: string; publishTime: string | null; implementableAt: string | null };
}

function TransferSteps({ batch: { transferBatchId, batchName, publishTime, implementableAt } }: StepsProps) {
  const [implementing, setImplementing] = useState(false);
  const [error, setError] = useState('');
  const mayPublish = useMay('transferMajor:publish');
  const mayImplement = useMay('transferMajor:doImplement');
  const publish = useProcess(publishTransfersOperation, {
    invalidates: ['transferMajor.', 'transferBatch.'],
    confirm: () => ({
      message: `将在转入、转出名额内按成绩录取“${batchName}”的学生，分班并公示。`,
      confirmText: '录取并公示',
    }),
    onSuccess: ({ admitted, beyondQuota }) => {
      notify.success(`拟录取 ${String(admitted)} 人，未录取 ${String(beyondQuota)} 人`);
    },
  });
  const implement = useOperationMutation(implementTransfersOperation, {
    invalidates: ['transferMajor.', 'studentInfo.', 'classInfo.'],
    onSuccess: ({ changed, leftOut }) => {
      setImplementing(false);
      const left = leftOut.map(({ studentName, why }) => `${studentName}（${why}）`).join('、');
      notify.success(`已为 ${String(changed)} 名学生办理转专业${left === '' ? '' : `；未执行：${left}`}`);
    },
    onError: (problem) => {
      setError(fieldErrorsOf(problem)['effectiveDate'] ?? problem.message);
    },
  });
  return (
    <>
      {mayPublish && (
        <Button
          variant={publishTime === null ? 'filled' : 'default'}
          leftSection={<IconBroadcast size={16} />}
          loading={publish.isPending}
          onClick={() => {
            publish.start({ transferBatchId });
          }}
        >
          {publishTime === null ? '录取并公示' : '重新录取'}
        </Button>
      )}
      {mayImplement && publishTime !== null && (
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          title={implementableAt === null ? undefined : `${implementableAt.slice(0, 16)} 以后可以执行`}
          onClick={() => {
            setError('');
            setImplementing(true);
          }}
        >
          执行
        </Button>
      )}
      {implementing && (
        <EffectiveDateDialog
          title="执行转专业结果"
          about="自生效日期起，拟录取的学生转入新的年级专业和班级；补修和认定的课程见各人的“补修与认定”。"
          pending={implement.isPending}
          error={error}
          onConfirm={(effectiveDate) => {
            implement.mutate({ transferBatchId, effectiveDate });
          }}
          onClose={() => {
            setImplementing(false);
          }}
        />
      )}
    </>
  );
}

function TransferClassDialog({ row, onClose }: { row: TransferAdmission; onClose: () => void }) {
  const [bjdm, setClass] = useState(row.targetClass);
  const query = useOperation(queryTransferClasses, { applyId: row.applyId });
  const assign = useOperationMutation(assignTransferClassOperation, {
    invalidates: ['transferMajor.'],
    success: true,
    onSuccess: onClose,
  });
  return (
    <Dialog
      opened
      width={560}
      title={`分班：${row.studentName}（${row.targetGradeMajorName}）`}
      onClose={onClose}
      input={bjdm}
      footer={
        <>
          <CancelButton />
          <Button
            loading={assign.isPending}
            disabled={bjdm === '' || bjdm === row.targetClass}
            onClick={() => {
              assign.mutate({ applyId: row.applyId, bjdm });
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <DataTable
        label="班级"
        columns={[
          { key: 'name', title: '班级', width: 'auto', align: 'left', render: ({ bjmc }) => bjmc },
          { key: 'rated', title: '额定人数', width: 96, render: ({ edrs }) => edrs ?? '不限' },
          { key: 'now', title: '现有人数', width: 96, render: ({ rs }) => rs },
        ]}
        rows={query.data}
        query={query}
        rowKey={(one) => one.bjdm}
        selection={{
          single: true,
          keys: new Set(bjdm === '' ? [] : [bjdm]),
          onChange: (keys) => {
            setClass([...keys][0] ?? '');
          },
        }}
        empty={{ reason: '该专业还没有可用的行政班，请先在“行政班”中建立' }}
      />
    </Dialog>
  );
}

/** What he has still to take of the new plan, what of his may be recognised, and where that is applied for. */
function TransferCoursesDialog({ row, onClose }: { row: TransferAdmission; onClose: () => void }) {
  const query = useOperation(transferCourses, { applyId: row.applyId });
  return (
    <Dialog
      opened
      width={760}
      title={`补修与认定：${row.studentName}（${row.targetGradeMajorName}）`}
      onClose={onClose}
    >
      <Stack gap={16}>
        {row.transferStatus === transferStatus.implemented ? (
          <PlanFollowUp
            studentNumber={row.studentNumber}
            gradeMajorId={row.targetGradeMajorId}
            reason="transfer"
            why={`转专业，${row.sourceGradeMajorName} → ${row.targetGradeMajorName}`}
          />
        ) : (
          <p style={{ margin: 0, color: 'var(--jw-text-2)' }}>
            执行转专业以后，在这里办理个人培养方案、补修和成绩认定。
          </p>
        )}
        <DataTable
          label="补修课程"
          columns={[
            {
              key: 'course',
              title: '须补修的必修课',
              width: 'auto',
              align: 'left',
              render: ({ courseName, courseNum }) => `${courseName}（${courseNum}）`,
            },
            { key: 'credit', title: '学分', width: 80, render: ({ credit }) => credit },
            { key: 'term', title: '计划学期', width: 90, render: ({ term }) => `第 ${String(term)} 学期` },
          ]}
          rows={query.data?.owed}
          query={query}
          rowKey={({ courseNum }) => courseNum}
          scrollHeight={220}
          dense
          empty={{ reason: '没有须补修的课程' }}
        />
        <DataTable
          label="可认定课程"
          columns={[
            {
              key: 'course',
              title: '已通过、新计划中没有的课程',
              width: 'auto',
              align: 'left',
              render: ({ courseName, courseNum }) => `${courseName}（${courseNum}）`,
            },
            { key: 'credit', title: '学分', width: 80, render: ({ credit }) => credit },
            { key: 'final', title: '成绩', width: 90, render: ({ finalName }) => finalName },
          ]}
          rows={query.data?.spare}
          query={query}
          rowKey={({ courseNum }) => courseNum}
          scrollHeight={220}
          dense
          empty={{ reason: '没有可认定的课程' }}
        />
      </Stack>
    </Dialog>
  );
}
