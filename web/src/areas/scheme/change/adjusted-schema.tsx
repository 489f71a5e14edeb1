import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { AdjustedSchema, ToldChange } from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { Alert } from '@mantine/core';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';

interface Line {
  readonly key: string;
  readonly course: string;
  readonly kind: ToldChange['kind'];
  readonly label: string;
  readonly before: string;
  readonly after: string;
}
const kinds: Record<ToldChange['kind'], { readonly name: string; readonly tone: Tone }> = {
  new: { name: '加入', tone: 'green' },
  gone: { name: '移出', tone: 'red' },
  changed: { name: '修改', tone: 'blue' },
};
const lineColumns: Column<Line>[] = [
  { key: 'course', title: '课程', width: 220, align: 'left', ellipsis: true, render: (row) => row.course },
  {
    key: 'kind',
    title: '变化',
    width: 80,
    render: (row) => <StatusTag tone={kinds[row.kind].tone}>{kinds[row.kind].name}</StatusTag>,
  },
  { key: 'label', title: '项目', width: 110, align: 'left', render: (row) => row.label },
  { key: 'before', title: '调整前', width: 'auto', align: 'left', render: (row) => row.before || NOTHING },
  { key: 'after', title: '调整后', width: 'auto', align: 'left', render: (row) => row.after || NOTHING },
];

/** Rows of a plan before and after, field by field. */
export function ChangedRows({ changes }: { changes: readonly ToldChange[] }) {
  const rows = changes.flatMap(({ executionPlanId, courseBusinessCode, courseName, kind, fields }) =>
    fields.map((field): Line => ({
      key: `${executionPlanId} ${field.label}`,
      course: `${courseBusinessCode} ${courseName}`,
      kind,
      ...field,
    })),
  );
  return (
    <DataTable
      label="调整前后"
      columns={lineColumns}
      rows={rows}
      rowKey={(row) => row.key}
      empty={{ reason: '没有任何变化' }}
    />
  );
}

type Credit = AdjustedSchema['credits'][number];
const creditColumns: Column<Credit>[] = [
  { key: 'name', title: '范围', width: 'auto', align: 'left', render: (row) => row.name },
  { key: 'before', title: '调整前学分', width: 110, align: 'right', render: (row) => row.before },
  {
    key: 'after',
    title: '调整后学分',
    width: 110,
    align: 'right',
    render: (row) => (row.problem === '' ? row.after : <b style={{ color: 'var(--jw-red-text)' }}>{row.after}</b>),
  },
  {
    key: 'asked',
    title: '要求',
    width: 110,
    align: 'right',
    render: (row) => (row.minCredit === '' && row.maxCredit === '' ? NOTHING : `${row.minCredit}～${row.maxCredit}`),
  },
];

/** What an application does to the credits of the plan, and why it cannot be made. */
export function CreditSums({ schema }: { schema: AdjustedSchema }) {
  return (
    <>
      {schema.problem !== '' && (
        <Alert color="orange" m={12} p={8} role="status">
          {schema.problem}
        </Alert>
      )}
      <DataTable
        label="学分变化"
        columns={creditColumns}
        rows={schema.credits}
        rowKey={(row) => row.name}
        empty={{ reason: '没有学分变化' }}
      />
    </>
  );
}
