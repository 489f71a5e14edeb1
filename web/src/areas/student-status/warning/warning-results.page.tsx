import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { IconPrinter, IconSend, IconUserHeart } from '@tabler/icons-react';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import {
  exportWarningResults,
  guardianLetters,
  queryWarningResults,
  revokeWarningOperation,
  sendWarningsOperation,
  tellGuardiansOperation,
  type WarningResultRow,
  warningResultSorts,
} from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import {
  sendStatus,
  sendStatusNames,
  type SendStatus,
} from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useDownload } from '../../../lib/download.ts';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay, useMayCheck } from '../../../lib/session.ts';
import { DepartmentSelect } from '../../../pickers/department-select.tsx';
import { ReasonDialog } from '../../../pickers/reason.dialog.tsx';
import { studentColumn } from '../../../pickers/student-column.tsx';
import { someSelected } from '../../../ui/batch.ts';
import { confirm } from '../../../ui/confirm.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { LevelSelect } from './level-select.tsx';
import { LevelTag } from './level-tag.tsx';
import { WarningFigures } from './warning-figures.tsx';
import { WarningResultDialog } from './warning-result.dialog.tsx';
import { WarningReason } from './warning-reason.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  semesterId: text,
  keyword: text,
  departmentId: text,
  warningLevelCode: text,
  sendStatus: z
    .enum(['', ...Object.values(sendStatus)])
    .catch('')
    .default(''),
  repeated: z.enum(['', '1']).catch('').default(''),
  noGuardian: z.enum(['', '1']).catch('').default(''),
  ...pagingFields(),
  ...sortField(warningResultSorts),
});
const tones: Record<SendStatus, Tone> = {
  [sendStatus.unsent]: 'orange',
  [sendStatus.sent]: 'blue',
  [sendStatus.signed]: 'green',
};

/** Whether guardians are told of a warning; nobody on file is what somebody must mend. */
function guardianState({ notifyGuardian, guardianTime, hasGuardian, revokeReason }: WarningResultRow): ReactNode {
  if (!notifyGuardian) return '不需要';
  if (guardianTime !== null) return '已通知';
  if (hasGuardian || revokeReason !== '') return '待通知';
  return <span style={{ color: 'var(--jw-red-text)' }}>未登记</span>;
}

function columnsOf(acts: (row: WarningResultRow) => ReactNode): Column<WarningResultRow>[] {
  return [
    studentColumn(110),
    {
      key: 'place',
      sort: 'departmentName',
      title: '院系与班级',
      width: 152,
      align: 'left',
      render: (row) => <TwoLines first={row.departmentName} second={row.administrativeClassName} />,
    },
    {
      key: 'semester',
      sort: 'semesterId',
      title: '学年学期',
      width: 108,
      importance: 3,
      render: (row) => row.semesterId,
    },
    {
      key: 'level',
      sort: 'warningLevel',
      title: '级别',
      width: 116,
      render: (row) => (
        <>
          <LevelTag colour={row.colour} name={row.warningLevelName} />
          {row.times > 1 && <div style={{ color: 'var(--jw-red-text)', fontSize: 12 }}>连续第 {row.times} 次</div>}
        </>
      ),
    },
    {
      key: 'reason',
      title: '原因',
      width: 'auto',
      least: 250,
      align: 'left',
      render: (row) => <WarningReason row={row} />,
    },
    {
      key: 'sent',
      sort: 'sentTime',
      title: '发送与签收',
      width: 140,
      render: (row) =>
        row.revokeReason === '' ? (
          <>
            <StatusTag tone={tones[row.sendStatus]}>{sendStatusNames[row.sendStatus]}</StatusTag>
            <div style={{ color: 'var(--jw-text-2)', fontSize: 12 }}>
              {row.isGone ? '已不再命中，建议撤销' : (row.readTime ?? row.sentTime ?? '')}
            </div>
          </>
        ) : (
          <StatusTag tone="grey" title={row.revokeReason}>
            已撤销
          </StatusTag>
        ),
    },
    {
      key: 'guardian',
      title: '监护人',
      width: 80,
      render: guardianState,
    },
    { key: 'records', title: '处理', width: 52, render: (row) => row.recordNum },
    { key: 'action', title: '操作', width: 116, pinRight: true, render: acts },
  ];
}

/** 学籍预警结果 (STUDENT-STATUS-27) with figures by unit and level; sent, told to guardians, revoked with a reason. */
export function WarningResultsPage() {
  const [state, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(state);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<WarningResultRow | null>(null);
  const [revoked, setRevoked] = useState<WarningResultRow | null>(null);
  const may = useMayCheck();
  const maySend = useMay('statusWarningResult:send');
  const mayTell = useMay('statusWarningResult:tellGuardians');
  const term = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const { pageNo, pageSize, sort, ...asked } = state;
  const filter = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
  const query = useOperation(queryWarningResults, { ...filter, pageNo, pageSize, sort });
  const settle = {
    invalidates: ['statusWarningResult.', 'warningRecord.'],
    onSuccess: () => {
      setChosen(new Set());
    },
  };
  const send = useOperationMutation(sendWarningsOperation, { ...settle, success: '已发送' });
  const tell = useOperationMutation(tellGuardiansOperation, {
    ...settle,
    onSuccess: ({ changed, without }) => {
      setChosen(new Set());
      if (without === 0) notify.success(`已登记 ${String(changed)} 人`);
      else
        notify.warning(
          `已登记 ${String(changed)} 人；${String(without)} 人没有登记监护人，未登记为已通知，请先在“监护人”中登记`,
        );
    },
  });
  const letters = useDownload(guardianLetters);
  const keys = [...chosen];
  const none = {
    semesterId: '',
    keyword: '',
    departmentId: '',
    warningLevelCode: '',
    sendStatus: '' as const,
    repeated: '' as const,
    noGuardian: '' as const,
  };
  const acts = (row: WarningResultRow) => (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => {
          setOpened(row);
        }}
      >
        明细
      </Button>
      {may('statusWarningResult:revoke') && row.revokeReason === '' && (
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          onClick={() => {
            setRevoked(row);
          }}
        >
          撤销
        </Button>
      )}
    </>
  );
  return (
    <Page title="学籍预警结果">
      <WarningFigures semesterId={state.semesterId} />
      <Card flush>
        <SearchForm
          visible={3}
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, keyword: draft.keyword.trim(), pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            setDraft({ ...draft, ...none });
            setState({ ...none, pageNo: 1 });
          }}
        >
          <Field label="学年学期" htmlFor="result-semester">
            <Select
              id="result-semester"
              data={(term.data?.list ?? []).map((row) => ({ value: row.xnxq, label: row.xnxqmc }))}
              searchable
              clearable
              placeholder="全部"
              value={draft.semesterId || null}
              onChange={(value) => {
                setDraft({ ...draft, semesterId: value ?? '' });
              }}
            />
          </Field>
          <Field label="关键字" htmlFor="result-keyword">
            <TextInput
              id="result-keyword"
              placeholder="学号、姓名、专业或班级"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="级别" htmlFor="result-level">
            <LevelSelect
              id="result-level"
              placeholder="全部"
              value={draft.warningLevelCode || null}
              onChange={(value) => {
                setDraft({ ...draft, warningLevelCode: value ?? '' });
              }}
            />
          </Field>
          <Field label="发送状态" htmlFor="result-sent">
            <Select
              id="result-sent"
              data={Object.entries(sendStatusNames).map(([value, label]) => ({ value, label }))}
              clearable
              placeholder="全部"
              value={draft.sendStatus || null}
              onChange={(value) => {
                setDraft({ ...draft, sendStatus: (value ?? '') as SendStatus | '' });
              }}
            />
          </Field>
          <Field label="院系" htmlFor="result-department">
            <DepartmentSelect
              id="result-department"
              placeholder="全部"
              value={draft.departmentId || null}
              onChange={(value) => {
                setDraft({ ...draft, departmentId: value ?? '' });
              }}
            />
          </Field>
          <Field label="连续预警" htmlFor="result-repeated">
            <Checkbox
              id="result-repeated"
              label="只看连续预警"
              checked={draft.repeated !== ''}
              onChange={(event) => {
                setDraft({ ...draft, repeated: event.currentTarget.checked ? '1' : '' });
              }}
            />
          </Field>
          <Field label="监护人" htmlFor="result-guardian">
            <Checkbox
              id="result-guardian"
              label="只看未登记监护人"
              checked={draft.noGuardian !== ''}
              onChange={(event) => {
                setDraft({ ...draft, noGuardian: event.currentTarget.checked ? '1' : '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          {maySend && (
            <Button
              leftSection={<IconSend size={16} />}
              loading={send.isPending}
              onClick={() => {
                if (!someSelected(chosen)) return;
                void confirm({
                  message: `向选中的 ${String(keys.length)} 人发送学籍预警吗？已发送过的不会重复发送。`,
                }).then((yes) => {
                  if (yes) send.mutate({ keys });
                });
              }}
            >
              发送
            </Button>
          )}
          {mayTell && (
            <>
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} />}
                loading={letters.isPending}
                onClick={() => {
                  if (someSelected(chosen)) letters.start({ keys });
                }}
              >
                家长通知书
              </Button>
              <Button
                variant="default"
                leftSection={<IconUserHeart size={16} />}
                loading={tell.isPending}
                onClick={() => {
                  if (!someSelected(chosen)) return;
                  void confirm({
                    message: `登记选中的 ${String(keys.length)} 人的监护人已通知吗？每人记一条“家长通知”。`,
                  }).then((yes) => {
                    if (yes) tell.mutate({ keys });
                  });
                }}
              >
                登记已通知
              </Button>
            </>
          )}
          <ExportButton operation={exportWarningResults} input={filter} />
        </Toolbar>
        <DataTable
          label="学籍预警结果"
          columns={columnsOf(acts)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.warningResultId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1120}
          {...(maySend || mayTell ? { selection: { keys: chosen, onChange: setChosen } } : {})}
          rowTone={(row) => (row.revokeReason === '' ? undefined : 'gone')}
          empty={{ reason: '还没有确认过预警，或没有符合条件的学生' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      {opened && (
        <WarningResultDialog
          row={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      <ReasonDialog
        opened={revoked !== null}
        title="撤销学籍预警"
        warning={
          `撤销${revoked?.studentName ?? ''}的${revoked?.warningLevelName ?? ''}，` +
          '学生会收到通知；记录保留，不能恢复。'
        }
        label="撤销原因"
        confirmText="撤销"
        operation={revokeWarningOperation}
        input={(revokeReason) => ({ key: revoked?.warningResultId ?? '', revokeReason })}
        invalidates={settle.invalidates}
        onClose={() => {
          setRevoked(null);
        }}
      />
    </Page>
  );
}
