import {
  queryDataDimensions,
  queryStudentDataDimensions,
  updateDataDimension,
  updateStudentDataDimension,
  type DataDimension,
  type StudentDataDimension,
} from '@jwxt/contracts/data-scope/data-dimension.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Alert, Button, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card, FactList, Page } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

const left = { align: 'left', ellipsis: true } as const;
const listed = (things: readonly { name: string }[]): string => things.map(({ name }) => name).join('、') || NOTHING;

/** 数据维度 (SYSADMIN-19): what the six dimensions of scope are called, their order, and which new scopes offer. */
export function DataDimensionsPage() {
  const query = useOperation(queryDataDimensions, {}, { staleTime: 0 });
  const mayUpdate = useMay('dataDimension:update');
  const [edited, setEdited] = useState<DataDimension | null>(null);
  return (
    <DimensionPage
      title="数据维度"
      note="维度代码、取值来源和可用宏由系统规定。停用后，数据权限不再提供该维度供新设；已保存的范围继续有效。"
      table={
        <DataTable
          label="数据维度"
          columns={[...columns, ...(mayUpdate ? [actionColumn<DataDimension>(setEdited)] : [])]}
          rows={query.data}
          query={query}
          rowKey={(row) => row.sjqxbh}
          minWidth={1000}
        />
      }
    >
      {edited && (
        <DimensionDialog
          dimension={edited}
          operation={updateDataDimension}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
    </DimensionPage>
  );
}

/** 学生数据维度 (SYSADMIN-20): the same at functions about students, with the field of a student that each reads. */
export function StudentDataDimensionsPage() {
  const query = useOperation(queryStudentDataDimensions, {}, { staleTime: 0 });
  const mayUpdate = useMay('studentDataDimension:update');
  const [edited, setEdited] = useState<StudentDataDimension | null>(null);
  const studentColumns: Column<StudentDataDimension>[] = [
    {
      key: 'studentField',
      title: '学生字段',
      width: 200,
      ...left,
      render: (row) => `${row.studentFieldName}（${row.studentField}）`,
    },
    {
      key: 'applyModules',
      title: '适用模块',
      width: 'auto',
      least: 250,
      ...left,
      render: (row) => row.applyModules.join('、'),
    },
  ];
  return (
    <DimensionPage
      title="学生数据维度"
      note={
        '用于只涉及学生的功能。学生字段和适用模块由程序规定，不能在此修改；名称、顺序和启用可以修改。' +
        '停用后不再供新设，已保存的范围继续有效。'
      }
      table={
        <DataTable
          label="学生数据维度"
          columns={[
            // Where the values are from, the field of the student says.
            ...columns.filter(({ key }) => key !== 'sourceTable' && key !== 'isTree'),
            ...studentColumns,
            ...(mayUpdate ? [actionColumn<StudentDataDimension>(setEdited)] : []),
          ]}
          rows={query.data}
          query={query}
          rowKey={(row) => row.sjqxbh}
          minWidth={1120}
        />
      }
    >
      {edited && (
        <DimensionDialog
          dimension={edited}
          operation={updateStudentDataDimension}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
    </DimensionPage>
  );
}

const columns: readonly Column<DataDimension>[] = [
  { key: 'sjqxbh', title: '维度编码', width: 90, render: (row) => row.sjqxbh },
  { key: 'wdmc', title: '维度名称', width: 110, ...left, render: (row) => row.wdmc },
  { key: 'sourceTable', title: '取值来源', width: 170, ...left, render: (row) => row.sourceTable },
  { key: 'isTree', title: '树形', width: 70, render: (row) => (row.isTree === yesNo.yes ? '是' : '否') },
  {
    key: 'macros',
    title: '可用宏',
    width: 'auto',
    ...left,
    least: 250,
    importance: 3,
    render: (row) => listed(row.macros),
  },
  { key: 'usedBy', title: '已用于', width: 80, render: (row) => `${String(row.usedBy)} 处` },
  { key: 'sortNum', title: '排序号', width: 70, render: (row) => row.sortNum },
  {
    key: 'sfqy',
    title: '启用',
    width: 90,
    render: (row) => (
      <StatusTag tone={row.sfqy === yesNo.yes ? 'green' : 'grey'}>{row.sfqy === yesNo.yes ? '启用' : '停用'}</StatusTag>
    ),
  },
];
const actionColumn = <Row extends DataDimension>(edit: (row: Row) => void): Column<Row> => ({
  key: 'action',
  title: '操作',
  width: 90,
  pinRight: true,
  render: (row) => (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`修改 ${row.wdmc}`}
      onClick={() => {
        edit(row);
      }}
    >
      修改
    </Button>
  ),
});

function DimensionPage({
  title,
  note,
  table,
  children,
}: {
  title: string;
  note: string;
  table: ReactNode;
  children: ReactNode;
}) {
  return (
    <Page title={title}>
      <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
        {note}
      </Alert>
      <Card flush grow>
        {table}
      </Card>
      {children}
    </Page>
  );
}

function DimensionDialog({
  dimension,
  operation,
  onClose,
}: {
  dimension: DataDimension;
  operation: typeof updateDataDimension;
  onClose: () => void;
}) {
  const [form, setForm] = useState({ wdmc: dimension.wdmc, sortNum: dimension.sortNum, sfqy: dimension.sfqy });
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useOperationMutation(operation, {
    invalidates: ['dataDimension.', 'studentDataDimension.', 'dataPermission.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      const found = fieldErrorsOf(error);
      setProblems(Object.keys(found).length === 0 ? { wdmc: error.message } : found);
    },
  });
  return (
    <Dialog
      opened
      width={480}
      title={`修改维度 ${dimension.sjqxbh}`}
      input={form}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            loading={save.isPending}
            onClick={() => {
              if (save.isPending) return;
              if (form.wdmc.trim() === '') setProblems({ wdmc: '必填' });
              else save.mutate({ ...form, sjqxbh: dimension.sjqxbh, version: dimension.version });
            }}
          >
            保存
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <FactList
          columns={2}
          items={[
            { label: '取值来源', value: dimension.sourceTable },
            { label: '已用于', value: `${String(dimension.usedBy)} 处` },
          ]}
        />
        <Field label="维度名称" htmlFor="dimension-name" required error={problems['wdmc']}>
          <TextInput
            id="dimension-name"
            maxLength={20}
            value={form.wdmc}
            error={problems['wdmc'] !== undefined}
            onChange={(event) => {
              setForm({ ...form, wdmc: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="排序号" htmlFor="dimension-sort" required error={problems['sortNum']}>
          <NumberInput
            id="dimension-sort"
            min={0}
            max={999}
            allowDecimal={false}
            value={form.sortNum}
            onChange={(value) => {
              setForm({ ...form, sortNum: Number(value) });
            }}
          />
        </Field>
        <Field label="启用">
          <Switch
            aria-label="启用"
            checked={form.sfqy === yesNo.yes}
            onChange={(event) => {
              setForm({ ...form, sfqy: event.currentTarget.checked ? yesNo.yes : yesNo.no });
            }}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
