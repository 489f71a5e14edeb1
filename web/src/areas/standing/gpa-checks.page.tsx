import { Button, Select, TextInput } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import {
  checkStatus,
  checkStatusNames,
  exportGpaChecks,
  generateGpaChecks,
  queryGpaChecks,
  type CheckStatus,
  type GpaCheckRow,
  gpaCheckSorts,
} from '@jwxt/contracts/standing/gpa-check.operations.ts';
import { useState } from 'react';
import { z } from 'zod';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { DepartmentSelect } from '../../pickers/department-select.tsx';
import { studentColumn } from '../../pickers/student-column.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import type { Tone } from '../../ui/tokens.ts';
import { TwoLines } from '../../ui/two-lines.tsx';
import { GenerationDialog } from './generation.dialog.tsx';
import { GpaCheckDialog } from './gpa-check.dialog.tsx';
import { GradeSelect } from './grade-select.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  semesterId: text,
  keyword: text,
  gradeCode: text,
  departmentId: text,
  checkStatus: z
    .enum(['', ...Object.values(checkStatus)])
    .catch('')
    .default(''),
  ...pagingFields(),
  ...sortField(gpaCheckSorts),
});
const tones: Record<CheckStatus, Tone> = {
  [checkStatus.unchecked]: 'grey',
  [checkStatus.checked]: 'green',
  [checkStatus.objected]: 'orange',
};

function columnsOf(open: (row: GpaCheckRow) => void): Column<GpaCheckRow>[] {
  return [
    studentColumn(120),
    {
      key: 'place',
      sort: 'gradeMajorName',
      title: '年级专业与班级',
      width: 'auto',
      align: 'left',
      render: (row) => <TwoLines first={row.gradeMajorName} second={row.administrativeClassName} />,
    },
    {
      key: 'gpa',
      sort: 'gpa',
      title: '绩点 / 加权平均',
      width: 116,
      render: (row) => <TwoLines first={row.gpa} second={row.weightedAverage} />,
    },
    {
      key: 'credit',
      sort: 'creditEarned',
      title: '已获 / 未通过学分',
      width: 124,
      render: (row) => <TwoLines first={row.creditEarned} second={row.creditFailed} />,
    },
    {
      key: 'rank',
      sort: 'rankInMajor',
      title: '班级 / 专业排名',
      width: 116,
      render: (row) => <TwoLines first={row.rankInClass || NOTHING} second={row.rankInMajor || NOTHING} />,
    },
    {
      key: 'version',
      title: '版本',
      width: 160,
      render: (row) => <TwoLines first={`第 ${String(row.versionNo)} 版`} second={row.generatedAt} />,
    },
    {
      key: 'status',
      sort: 'checkStatus',
      title: '核对',
      width: 160,
      align: 'left',
      render: (row) => (
        <>
          <StatusTag tone={tones[row.checkStatus]}>{checkStatusNames[row.checkStatus]}</StatusTag>
          {row.objection !== '' && (
            <div className="jw-ellipsis" title={row.objection}>
              {row.objection}
            </div>
          )}
        </>
      ),
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

/** 绩点核查: the frozen list of a semester, and who has checked his figures (SCORE-MORE-21). */
export function GpaChecksPage() {
  const [state, setState] = usePageState(pageState);
  const user = useUser();
  const [draft, setDraft] = useState(state);
  const [opened, setOpened] = useState<GpaCheckRow | null>(null);
  const [generating, setGenerating] = useState(false);
  const mayGenerate = useMay('gpaCheckList:generate');
  const term = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const { keyword, gradeCode, departmentId, checkStatus: status, pageNo, pageSize, sort } = state;
  const narrowed = {
    ...(keyword === '' ? {} : { keyword }),
    ...(gradeCode === '' ? {} : { gradeCode }),
    ...(departmentId === '' ? {} : { departmentId }),
    ...(status === '' ? {} : { checkStatus: status }),
  };
  const chosen = state.semesterId === '' ? {} : { semesterId: state.semesterId };
  const query = useOperation(queryGpaChecks, { ...narrowed, ...chosen, pageNo, pageSize, sort });
  const semesterId = query.data?.semesterId ?? user.semester;
  const options = (term.data?.list ?? []).map((row) => ({ value: row.xnxq, label: row.xnxqmc }));
  const counts = query.data?.counts;
  return (
    <Page title="绩点核查">
      <Card flush>
        <SearchForm
          visible={3}
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, keyword: draft.keyword.trim(), pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            const none = { semesterId: '', keyword: '', gradeCode: '', departmentId: '', checkStatus: '' as const };
            setDraft({ ...draft, ...none });
            setState({ ...none, pageNo: 1 });
          }}
        >
          <Field label="截至学期" htmlFor="gpa-semester">
            <Select
              id="gpa-semester"
              data={options}
              searchable
              allowDeselect={false}
              value={draft.semesterId || semesterId}
              onChange={(value) => {
                setDraft({ ...draft, semesterId: value ?? '' });
              }}
            />
          </Field>
          <Field label="关键字" htmlFor="gpa-keyword">
            <TextInput
              id="gpa-keyword"
              placeholder="学号、姓名、专业或班级"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="核对状态" htmlFor="gpa-status">
            <Select
              id="gpa-status"
              data={Object.entries(checkStatusNames).map(([value, label]) => ({ value, label }))}
              clearable
              placeholder="全部"
              value={draft.checkStatus || null}
              onChange={(value) => {
                setDraft({ ...draft, checkStatus: (value ?? '') as CheckStatus | '' });
              }}
            />
          </Field>
          <Field label="年级" htmlFor="gpa-grade">
            <GradeSelect
              id="gpa-grade"
              value={draft.gradeCode || null}
              onChange={(value) => {
                setDraft({ ...draft, gradeCode: value ?? '' });
              }}
            />
          </Field>
          <Field label="院系" htmlFor="gpa-department">
            <DepartmentSelect
              id="gpa-department"
              value={draft.departmentId || null}
              onChange={(value) => {
                setDraft({ ...draft, departmentId: value ?? '' });
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
                未核对 {counts[checkStatus.unchecked]} 人 · 已核对 {counts[checkStatus.checked]} 人 · 有异议{' '}
                {counts[checkStatus.objected]} 人
              </span>
            )
          }
        >
          {mayGenerate && (
            <Button
              leftSection={<IconWand size={16} />}
              onClick={() => {
                setGenerating(true);
              }}
            >
              生成名单
            </Button>
          )}
          <ExportButton operation={exportGpaChecks} input={{ ...narrowed, semesterId }} />
        </Toolbar>
        <DataTable
          label="绩点核查"
          columns={columnsOf(setOpened)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.gpaCheckId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1080}
          empty={{ reason: '这个学期还没有绩点核查名单，或没有符合条件的学生' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      {opened && (
        <GpaCheckDialog
          row={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      {generating && (
        <Generation
          semester={user.semester}
          options={options}
          onClose={() => {
            setGenerating(false);
          }}
        />
      )}
    </Page>
  );
}

function Generation({
  semester,
  options,
  onClose,
}: {
  semester: string;
  options: readonly { value: string; label: string }[];
  onClose: () => void;
}) {
  const [form, setForm] = useState<{ semesterId: string; gradeCode: string | null; departmentId: string | null }>({
    semesterId: semester,
    gradeCode: null,
    departmentId: null,
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const generate = useOperationMutation(generateGpaChecks, {
    invalidates: ['longJob.'],
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
    },
  });
  return (
    <GenerationDialog
      title="生成绩点核查名单"
      lead={
        '按各年级现行的成绩规则计算在读学生截至所选学期的绩点、学分和排名并冻结。' +
        '再次生成时，数字有变化的学生产生新版本，成绩没有变化的保留其核对结果。'
      }
      input={form}
      pending={generate.isPending}
      start={(started) => {
        const { semesterId, gradeCode, departmentId } = form;
        generate.mutate(
          {
            semesterId,
            ...(gradeCode === null ? {} : { gradeCode }),
            ...(departmentId === null ? {} : { departmentId }),
          },
          {
            onSuccess: ({ jobId }) => {
              started(jobId);
            },
          },
        );
      }}
      onClose={onClose}
      invalidates={['gpaCheckList.']}
    >
      <Field label="截至学期" htmlFor="generate-semester" required error={errors['semesterId']}>
        <Select
          id="generate-semester"
          data={options}
          searchable
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          value={form.semesterId}
          onChange={(value) => {
            if (value !== null) setForm({ ...form, semesterId: value });
          }}
        />
      </Field>
      <Field label="年级" htmlFor="generate-grade" hint="不选择则为全部年级">
        <GradeSelect
          id="generate-grade"
          value={form.gradeCode}
          onChange={(gradeCode) => {
            setForm({ ...form, gradeCode });
          }}
        />
      </Field>
      <Field label="院系" htmlFor="generate-department" hint="不选择则为全校">
        <DepartmentSelect
          id="generate-department"
          value={form.departmentId}
          onChange={(departmentId) => {
            setForm({ ...form, departmentId });
          }}
        />
      </Field>
    </GenerationDialog>
  );
}
