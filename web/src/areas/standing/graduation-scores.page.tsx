import { Button, Select, TextInput } from '@mantine/core';
import { IconLock, IconWand } from '@tabler/icons-react';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  exportGraduationScores,
  generateGraduationScores,
  lockGraduationScoresOperation,
  queryGraduationScores,
  unlockGraduationScoreOperation,
  type GraduationScoreRow,
  graduationSorts,
} from '@jwxt/contracts/standing/graduation-score.operations.ts';
import { useState } from 'react';
import { z } from 'zod';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DepartmentSelect } from '../../pickers/department-select.tsx';
import { ReasonDialog } from '../../pickers/reason.dialog.tsx';
import { studentColumn } from '../../pickers/student-column.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { useProcess } from '../../ui/use-process.ts';
import { GenerationDialog } from './generation.dialog.tsx';
import { GradeSelect } from './grade-select.tsx';
import { GraduationScoreDialog } from './graduation-score.dialog.tsx';

const text = z.string().catch('').default('');
const flag = z
  .enum(['', ...Object.values(yesNo)])
  .catch('')
  .default('');
const pageState = z.object({
  graduationBatch: text,
  keyword: text,
  departmentId: text,
  lockStatus: flag,
  hasFailed: flag,
  ...pagingFields(),
  ...sortField(graduationSorts),
});
const lockNames = { [yesNo.no]: '已生成', [yesNo.yes]: '已锁定' } as const;
const failedNames = { [yesNo.yes]: '有未通过课程', [yesNo.no]: '全部通过' } as const;
const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

function columnsOf(
  open: (row: GraduationScoreRow) => void,
  unlock: ((row: GraduationScoreRow) => void) | null,
): Column<GraduationScoreRow>[] {
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
    { key: 'batch', sort: 'graduationBatch', title: '毕业批次', width: 110, render: (row) => row.graduationBatch },
    {
      key: 'credit',
      sort: 'earnedCredit',
      title: '已获 / 应修学分',
      width: 120,
      render: (row) => <TwoLines first={row.earnedCredit} second={row.requiredCredit} />,
    },
    {
      key: 'gpa',
      sort: 'gpa',
      title: '绩点 / 加权平均',
      width: 120,
      render: (row) => <TwoLines first={row.gpa} second={row.weightedAverage} />,
    },
    {
      key: 'failed',
      sort: 'failedCourseNum',
      title: '未通过门数',
      width: 96,
      align: 'right',
      render: ({ failedCourseNum }) =>
        failedCourseNum === 0 ? 0 : <b style={{ color: 'var(--jw-red-text)' }}>{failedCourseNum}</b>,
    },
    {
      key: 'status',
      sort: 'lockStatus',
      title: '状态',
      width: 170,
      render: (row) => (
        <TwoLines
          first={
            <StatusTag tone={row.lockStatus === yesNo.yes ? 'green' : 'grey'}>{lockNames[row.lockStatus]}</StatusTag>
          }
          second={row.lockTime ?? row.snapshotTime}
        />
      ),
    },
    {
      key: 'action',
      title: '操作',
      width: 120,
      pinRight: true,
      render: (row) => (
        <>
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => {
              open(row);
            }}
          >
            明细
          </Button>
          {unlock && row.lockStatus === yesNo.yes && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => {
                unlock(row);
              }}
            >
              解锁
            </Button>
          )}
        </>
      ),
    },
  ];
}

/** 毕业成绩: what graduating students have reached, taken per batch and locked (SCORE-MORE-25). */
export function GraduationScoresPage() {
  const [state, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(state);
  const [opened, setOpened] = useState<GraduationScoreRow | null>(null);
  const [unlocking, setUnlocking] = useState<GraduationScoreRow | null>(null);
  const [generating, setGenerating] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [mayGenerate, mayLock] = [useMay('graduationScore:generate'), useMay('graduationScore:lock')];
  const { pageNo, pageSize, sort, ...asked } = state;
  const filter = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
  const query = useOperation(queryGraduationScores, { ...filter, pageNo, pageSize, sort });
  const batches = query.data?.batches ?? [];
  const lock = useProcess(lockGraduationScoresOperation, {
    invalidates: ['graduationScore.'],
    success: '已锁定',
    onSuccess: () => {
      setChosen(new Set());
    },
    confirm: ({ graduationBatch, keys = [] }) => ({
      message:
        keys.length === 0
          ? `确定锁定“${graduationBatch}”全部学生的毕业成绩吗？锁定后不再随成绩变动。`
          : `确定锁定选中的 ${String(keys.length)} 名学生的毕业成绩吗？锁定后不再随成绩变动。`,
      confirmText: '锁定',
    }),
  });
  const rows = query.data?.rows;
  const batchOfChosen = rows?.find((row) => chosen.has(row.graduationScoreId))?.graduationBatch;
  const batchToLock = chosen.size > 0 ? batchOfChosen : state.graduationBatch;
  return (
    <Page title="毕业成绩">
      <Card flush>
        <SearchForm
          visible={3}
          searching={query.isFetching}
          onSearch={() => {
            setChosen(new Set());
            setState({ ...draft, keyword: draft.keyword.trim(), pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            const none = {
              graduationBatch: '',
              keyword: '',
              departmentId: '',
              lockStatus: '' as const,
              hasFailed: '' as const,
            };
            setChosen(new Set());
            setDraft({ ...draft, ...none });
            setState({ ...none, pageNo: 1 });
          }}
        >
          <Field label="毕业批次" htmlFor="graduation-batch">
            <Select
              id="graduation-batch"
              data={batches}
              clearable
              placeholder="全部"
              value={draft.graduationBatch || null}
              onChange={(value) => {
                setDraft({ ...draft, graduationBatch: value ?? '' });
              }}
            />
          </Field>
          <Field label="关键字" htmlFor="graduation-keyword">
            <TextInput
              id="graduation-keyword"
              placeholder="学号、姓名、专业或班级"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="通过情况" htmlFor="graduation-failed">
            <Select
              id="graduation-failed"
              data={options(failedNames)}
              clearable
              placeholder="全部"
              value={draft.hasFailed || null}
              onChange={(value) => {
                setDraft({ ...draft, hasFailed: (value ?? '') as YesNo | '' });
              }}
            />
          </Field>
          <Field label="状态" htmlFor="graduation-status">
            <Select
              id="graduation-status"
              data={options(lockNames)}
              clearable
              placeholder="全部"
              value={draft.lockStatus || null}
              onChange={(value) => {
                setDraft({ ...draft, lockStatus: (value ?? '') as YesNo | '' });
              }}
            />
          </Field>
          <Field label="院系" htmlFor="graduation-department">
            <DepartmentSelect
              id="graduation-department"
              value={draft.departmentId || null}
              onChange={(value) => {
                setDraft({ ...draft, departmentId: value ?? '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          {mayGenerate && (
            <Button
              leftSection={<IconWand size={16} />}
              onClick={() => {
                setGenerating(true);
              }}
            >
              生成毕业成绩
            </Button>
          )}
          {mayLock && (
            <Button
              variant="default"
              leftSection={<IconLock size={16} />}
              title={batchToLock ? undefined : '先选择学生，或按毕业批次查询后锁定整批'}
              disabled={!batchToLock}
              loading={lock.isPending}
              onClick={() => {
                if (batchToLock) lock.start({ graduationBatch: batchToLock, keys: [...chosen] });
              }}
            >
              {chosen.size > 0 ? '锁定选中' : '锁定整批'}
            </Button>
          )}
          <ExportButton operation={exportGraduationScores} input={filter} />
        </Toolbar>
        <DataTable
          label="毕业成绩"
          columns={columnsOf(setOpened, mayLock ? setUnlocking : null)}
          rows={rows}
          query={query}
          rowKey={(row) => row.graduationScoreId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1080}
          {...(mayLock
            ? {
                selection: {
                  keys: chosen,
                  onChange: setChosen,
                  disabled: (key: string) => {
                    const row = rows?.find((each) => each.graduationScoreId === key);
                    return (
                      row?.lockStatus !== yesNo.no ||
                      (batchOfChosen !== undefined && row.graduationBatch !== batchOfChosen)
                    );
                  },
                },
              }
            : {})}
          empty={{ reason: '还没有毕业成绩，或没有符合条件的学生' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      {opened && (
        <GraduationScoreDialog
          row={opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      {generating && (
        <Generation
          onClose={() => {
            setGenerating(false);
          }}
        />
      )}
      {unlocking && (
        <ReasonDialog
          opened
          title={`解锁毕业成绩：${unlocking.studentName}`}
          warning="解锁后再次生成时，这名学生的毕业成绩随成绩变动。"
          label="解锁原因"
          confirmText="解锁"
          operation={unlockGraduationScoreOperation}
          input={(reason) => ({ key: unlocking.graduationScoreId, reason })}
          invalidates={['graduationScore.']}
          success="已解锁"
          onClose={() => {
            setUnlocking(null);
          }}
        />
      )}
    </Page>
  );
}

function Generation({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<{
    graduationBatch: string;
    gradeCode: string | null;
    departmentId: string | null;
  }>({ graduationBatch: '', gradeCode: null, departmentId: null });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const generate = useOperationMutation(generateGraduationScores, {
    invalidates: ['longJob.'],
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
    },
  });
  return (
    <GenerationDialog
      title="生成毕业成绩"
      lead="取所选年级在读学生此刻的有效成绩作为毕业成绩。同一批次再次生成时重新取数，已锁定的保持不变。"
      input={form}
      pending={generate.isPending}
      start={(started) => {
        const { graduationBatch, gradeCode, departmentId } = form;
        setErrors({});
        generate.mutate(
          { graduationBatch, gradeCode: gradeCode ?? '', ...(departmentId === null ? {} : { departmentId }) },
          {
            onSuccess: ({ jobId }) => {
              started(jobId);
            },
          },
        );
      }}
      onClose={onClose}
      invalidates={['graduationScore.']}
    >
      <Field label="毕业批次" htmlFor="generate-batch" required error={errors['graduationBatch']}>
        <TextInput
          id="generate-batch"
          placeholder="如 2027届"
          maxLength={20}
          value={form.graduationBatch}
          error={errors['graduationBatch'] !== undefined}
          onChange={(event) => {
            setForm({ ...form, graduationBatch: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="年级" htmlFor="generate-grade" required error={errors['gradeCode']}>
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
