import { Button, Select, TextInput } from '@mantine/core';
import { IconBan, IconCheck } from '@tabler/icons-react';
import {
  confirmWarningsOperation,
  exemptWarningsOperation,
  exportInitialList,
  initialListDetail,
  queryInitialList,
  type InitialLine,
  initialSorts,
} from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import {
  initialChange,
  initialChangeNames,
  initialStatus,
  initialStatusNames,
  type InitialChange,
  type InitialStatus,
} from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DepartmentSelect } from '../../../pickers/department-select.tsx';
import { ReasonDialog } from '../../../pickers/reason.dialog.tsx';
import { studentColumn } from '../../../pickers/student-column.tsx';
import { someSelected } from '../../../ui/batch.ts';
import { confirm } from '../../../ui/confirm.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, FactList, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { HitList } from './hit-list.tsx';
import { LevelSelect } from './level-select.tsx';
import { LevelTag } from './level-tag.tsx';
import { SchemeSelect } from './scheme-select.tsx';
import { WarningReason } from './warning-reason.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  warningSchemeId: text,
  keyword: text,
  departmentId: text,
  warningLevelCode: text,
  initialStatus: z
    .enum(['', ...Object.values(initialStatus)])
    .catch('')
    .default(''),
  initialChange: z
    .enum(['', ...Object.values(initialChange)])
    .catch('')
    .default(''),
  ...pagingFields(),
  ...sortField(initialSorts),
});
const tones: Record<InitialStatus, Tone> = {
  [initialStatus.open]: 'orange',
  [initialStatus.confirmed]: 'green',
  [initialStatus.exempt]: 'grey',
  [initialStatus.gone]: 'grey',
  [initialStatus.leftOut]: 'grey',
};

function columnsOf(open: (row: InitialLine) => void): Column<InitialLine>[] {
  return [
    studentColumn(112),
    {
      key: 'place',
      sort: 'departmentName',
      title: '院系与班级',
      width: 164,
      align: 'left',
      render: (row) => <TwoLines first={row.departmentName} second={row.administrativeClassName} />,
    },
    {
      key: 'level',
      sort: 'warningLevel',
      title: '级别',
      width: 116,
      render: (row) => (
        <>
          <LevelTag colour={row.colour} name={row.warningLevelName} />
          {row.levelBefore !== '' && <div style={{ color: 'var(--jw-text-2)', fontSize: 12 }}>原{row.levelBefore}</div>}
        </>
      ),
    },
    {
      key: 'reason',
      title: '命中原因',
      width: 'auto',
      least: 280,
      align: 'left',
      render: (row) => <WarningReason row={row} />,
    },
    {
      key: 'status',
      sort: 'initialStatus',
      title: '状态',
      width: 130,
      align: 'left',
      render: (row) => (
        <>
          <StatusTag tone={tones[row.initialStatus]}>{initialStatusNames[row.initialStatus]}</StatusTag>
          {(row.leftOut || row.exemptReason) && (
            <div className="jw-ellipsis" title={row.leftOut || row.exemptReason}>
              {row.leftOut || row.exemptReason}
            </div>
          )}
        </>
      ),
    },
    {
      key: 'change',
      title: '最近计算',
      width: 150,
      importance: 3,
      render: (row) => <TwoLines first={initialChangeNames[row.initialChange]} second={row.computedAt} />,
    },
    {
      key: 'action',
      title: '操作',
      width: 72,
      pinRight: true,
      render: (row) => (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            open(row);
          }}
        >
          明细
        </Button>
      ),
    },
  ];
}

const choices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** 预警初始名单 (STUDENT-STATUS-30): what was computed, to be confirmed or exempted with a reason. */
export function InitialListPage() {
  const [state, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(state);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<InitialLine | null>(null);
  const [exempting, setExempting] = useState(false);
  const [mayConfirm, mayExempt] = [useMay('initialList:confirm'), useMay('initialList:exempt')];
  const { pageNo, pageSize, sort, ...asked } = state;
  const filter = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
  const query = useOperation(queryInitialList, { ...filter, pageNo, pageSize, sort });
  const counts = query.data?.counts;
  const settle = {
    invalidates: ['initialList.', 'statusWarningResult.'],
    onSuccess: () => {
      setChosen(new Set());
    },
  };
  const confirmLines = useOperationMutation(confirmWarningsOperation, { ...settle, success: '已确认' });
  const reopen = useOperationMutation(exemptWarningsOperation, settle);
  const keys = [...chosen];
  const none = {
    warningSchemeId: '',
    keyword: '',
    departmentId: '',
    warningLevelCode: '',
    initialStatus: '' as const,
    initialChange: '' as const,
  };
  return (
    <Page title="预警初始名单">
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
          <Field label="预警方案" htmlFor="initial-scheme">
            <SchemeSelect
              id="initial-scheme"
              value={draft.warningSchemeId || null}
              onChange={(value) => {
                setDraft({ ...draft, warningSchemeId: value ?? '' });
              }}
            />
          </Field>
          <Field label="关键字" htmlFor="initial-keyword">
            <TextInput
              id="initial-keyword"
              placeholder="学号、姓名、专业或班级"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="状态" htmlFor="initial-status">
            <Select
              id="initial-status"
              data={choices(initialStatusNames)}
              clearable
              placeholder="全部"
              value={draft.initialStatus || null}
              onChange={(value) => {
                setDraft({ ...draft, initialStatus: (value ?? '') as InitialStatus | '' });
              }}
            />
          </Field>
          <Field label="级别" htmlFor="initial-level">
            <LevelSelect
              id="initial-level"
              value={draft.warningLevelCode || null}
              onChange={(value) => {
                setDraft({ ...draft, warningLevelCode: value ?? '' });
              }}
            />
          </Field>
          <Field label="院系" htmlFor="initial-department">
            <DepartmentSelect
              id="initial-department"
              value={draft.departmentId || null}
              onChange={(value) => {
                setDraft({ ...draft, departmentId: value ?? '' });
              }}
            />
          </Field>
          <Field label="变化" htmlFor="initial-change">
            <Select
              id="initial-change"
              data={choices(initialChangeNames)}
              clearable
              placeholder="全部"
              value={draft.initialChange || null}
              onChange={(value) => {
                setDraft({ ...draft, initialChange: (value ?? '') as InitialChange | '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar
          right={
            counts && (
              <span>
                待确认 {counts[initialStatus.open]} 人 · 已确认 {counts[initialStatus.confirmed]} 人 · 免予{' '}
                {counts[initialStatus.exempt]} 人 · 不列入 {counts[initialStatus.leftOut]} 人
              </span>
            )
          }
        >
          {mayConfirm && (
            <Button
              leftSection={<IconCheck size={16} />}
              loading={confirmLines.isPending}
              onClick={() => {
                if (!someSelected(chosen)) return;
                void confirm({ message: `确定将选中的 ${String(keys.length)} 人列入学籍预警吗？` }).then((yes) => {
                  if (yes) confirmLines.mutate({ keys });
                });
              }}
            >
              确认
            </Button>
          )}
          {mayExempt && (
            <>
              <Button
                variant="default"
                leftSection={<IconBan size={16} />}
                onClick={() => {
                  if (someSelected(chosen)) setExempting(true);
                }}
              >
                免予预警
              </Button>
              <Button
                variant="default"
                loading={reopen.isPending}
                onClick={() => {
                  if (someSelected(chosen)) reopen.mutate({ keys, exemptSign: '0' });
                }}
              >
                取消免予
              </Button>
            </>
          )}
          <ExportButton operation={exportInitialList} input={filter} />
        </Toolbar>
        <DataTable
          label="预警初始名单"
          columns={columnsOf(setOpened)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.initialId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1080}
          {...(mayConfirm || mayExempt ? { selection: { keys: chosen, onChange: setChosen } } : {})}
          rowTone={(row) => (row.initialStatus === initialStatus.gone ? 'gone' : undefined)}
          empty={{ reason: '没有符合条件的学生；名单在“预警方案”中发布方案后计算' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      {opened && (
        <LineDialog
          row={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      <ReasonDialog
        opened={exempting}
        title="免予预警"
        warning={`选中的 ${String(keys.length)} 人不列入这次学籍预警；级别升高时会重新列为待确认。`}
        label="原因"
        confirmText="免予预警"
        operation={exemptWarningsOperation}
        input={(exemptReason) => ({ keys, exemptSign: '1' as const, exemptReason })}
        invalidates={settle.invalidates}
        onDone={() => {
          setChosen(new Set());
          setExempting(false);
        }}
        onClose={() => {
          setExempting(false);
        }}
      />
    </Page>
  );
}

function LineDialog({ row, onClose }: { row: InitialLine; onClose: () => void }) {
  const query = useOperation(initialListDetail, { key: row.initialId });
  return (
    <Dialog
      opened
      width={820}
      title={`${row.studentName}：${row.warningLevelName}`}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <FactList
        items={[
          { label: '方案', value: row.schemeName },
          { label: '学号', value: row.studentNumber },
          { label: '年级专业', value: row.gradeMajorName },
          { label: '计算时间', value: row.computedAt },
        ]}
      />
      <div style={{ height: 12 }} />
      <QueryFaces query={query}>{({ hits }) => <HitList hits={hits} />}</QueryFaces>
    </Dialog>
  );
}
