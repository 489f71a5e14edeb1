import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  querySchemas,
  schemaDelete,
  schemaTree,
  userDepartment,
  type SchemaItem,
  schemaSorts,
} from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import { useStatus as usedStatus } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { statusColumn } from '../../../pickers/application-status.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { useProcess } from '../../../ui/use-process.ts';
import { CopySchemaDialog, NewSchemaDialog } from './schema-new.dialog.tsx';
import { schemaEditorPath, schemaPreviewPath } from './schema-path.ts';
import classes from './schema.module.css';

const text = z.string().catch('').default('');
const pageState = z.object({
  keyword: text,
  grade: text,
  departmentId: text,
  gradeMajorId: text,
  ...pagingFields(20),
  ...sortField(schemaSorts),
});

/** What both lists of schemes tell of one. */
export const schemaColumns: readonly Column<SchemaItem>[] = [
  {
    key: 'name',
    sort: 'schemaName',
    title: '方案',
    width: 'auto',
    least: 300,
    align: 'left',
    render: (row) => (
      <TwoLines
        first={row.schemaName}
        second={[
          row.gradeMajorName,
          row.projectTypeName,
          row.schemeVersionName,
          ...(row.revisesKey ? ['修订'] : []),
        ].join(' · ')}
      />
    ),
  },
  {
    key: 'sums',
    sort: 'totalCredit',
    title: '总学分与课程',
    width: 140,
    align: 'left',
    importance: 2,
    render: (row) => (
      <TwoLines first={`${row.totalCredit} 学分`} second={`${String(row.courseNum)} 门 · ${row.totalPeriod} 学时`} />
    ),
  },
];
export const schemaStateOf = (row: SchemaItem) => ({
  status: row.schemaStatus,
  statusName: row.schemaStatusName,
  nodeName: row.currentNode,
});

/** 专业方案制定: the schemes of the own grade-majors, found by grade, unit and major. */
export function SchemasPage() {
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const [dialog, setDialog] = useState<{ kind: 'new' | 'revise' | 'copy'; source: SchemaItem | null } | null>(null);
  const navigate = useNavigate();
  const mayCreate = useMay('majorSchemaCustomize:create');
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const query = useOperation(querySchemas, { ...asked, pageNo, pageSize, sort });
  const columns: Column<SchemaItem>[] = [
    ...schemaColumns,
    {
      key: 'written',
      sort: 'writtenTime',
      title: '最近修改',
      width: 160,
      importance: 3,
      align: 'left',
      render: (row) => <TwoLines first={row.writtenByName} second={row.writtenTime} />,
    },
    { key: 'use', sort: 'useStatus', title: '启用', width: 72, render: (row) => row.useStatusName },
    { ...statusColumn(schemaStateOf), sort: 'status' },
    {
      key: 'action',
      title: '操作',
      width: 160,
      pinRight: true,
      render: (row) => <RowActs row={row} onDialog={setDialog} />,
    },
  ];
  return (
    <Page title="专业方案制定">
      <div className={classes['listWork']}>
        <Card flush style={{ display: 'flex', minHeight: 0 }}>
          <Tree
            value={filter}
            onChoose={(next) => {
              setState({ ...next, pageNo: 1 });
            }}
          />
        </Card>
        <Card flush grow style={{ flex: 1, minWidth: 0 }}>
          <Toolbar
            right={
              <TextInput
                w={240}
                aria-label="方案或专业名称"
                placeholder="方案或专业名称"
                defaultValue={filter.keyword}
                maxLength={60}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') setState({ keyword: event.currentTarget.value.trim(), pageNo: 1 });
                }}
              />
            }
          >
            {mayCreate && (
              <Button
                leftSection={<IconPlus size={16} />}
                onClick={() => {
                  setDialog({ kind: 'new', source: null });
                }}
              >
                新增方案
              </Button>
            )}
          </Toolbar>
          <DataTable
            label="专业方案"
            columns={columns}
            rows={query.data?.rows}
            query={query}
            rowKey={(row) => row.majorSchemaKey}
            numberFrom={(pageNo - 1) * pageSize + 1}
            twoLine
            minWidth={860}
            onRow={(row) => {
              void navigate({ to: schemaEditorPath(row.majorSchemaKey) });
            }}
            empty={{ reason: '没有符合条件的专业方案，可以换一个条件' }}
            sorting={sortingOf({ sort }, setState)}
            paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
          />
        </Card>
      </div>
      {dialog && dialog.kind !== 'copy' && (
        <NewSchemaDialog
          gradeMajorId={filter.gradeMajorId}
          revised={dialog.source}
          onClose={() => {
            setDialog(null);
          }}
          onDone={(key) => {
            setDialog(null);
            void navigate({ to: schemaEditorPath(key) });
          }}
        />
      )}
      {dialog?.kind === 'copy' && dialog.source && (
        <CopySchemaDialog
          source={dialog.source}
          onClose={() => {
            setDialog(null);
          }}
        />
      )}
    </Page>
  );
}

type TreeFilter = { grade: string; departmentId: string; gradeMajorId: string };

function Tree({ value, onChoose }: { value: TreeFilter; onChoose: (filter: TreeFilter) => void }) {
  const query = useOperation(schemaTree, {});
  const own = useOperation(userDepartment, {}, { staleTime: 600_000 });
  return (
    <nav className={classes['tree']} aria-label="年级、院系、专业">
      <QueryFaces query={query} rows={8} compact>
        {({ grades }) => (
          <>
            <TreeNode
              depth={0}
              name="全部"
              current={value.grade === ''}
              onClick={() => {
                onChoose({ grade: '', departmentId: '', gradeMajorId: '' });
              }}
            />
            {grades.map((grade) => (
              <GradeNodes
                key={grade.grade}
                grade={grade}
                value={value}
                own={own.data?.departmentId ?? null}
                onChoose={onChoose}
              />
            ))}
          </>
        )}
      </QueryFaces>
    </nav>
  );
}

type Grade = OutputOf<typeof schemaTree>['grades'][number];

function GradeNodes({
  grade,
  value,
  own,
  onChoose,
}: {
  grade: Grade;
  value: TreeFilter;
  own: string | null;
  onChoose: (filter: TreeFilter) => void;
}) {
  const opened = value.grade === grade.grade;
  const units = grade.departments.toSorted((a, b) => Number(b.departmentId === own) - Number(a.departmentId === own));
  const choose = (departmentId: string, gradeMajorId: string) => {
    onChoose({ grade: grade.grade, departmentId, gradeMajorId });
  };
  return (
    <>
      <TreeNode
        depth={0}
        name={grade.gradeName}
        count={grade.schemas}
        current={opened && value.departmentId === ''}
        onClick={() => {
          choose('', '');
        }}
      />
      {opened &&
        units.map((unit) => (
          <div key={unit.departmentId}>
            <TreeNode
              depth={1}
              name={unit.departmentName}
              count={unit.gradeMajors.reduce((sum, { schemas }) => sum + schemas, 0)}
              current={value.departmentId === unit.departmentId && value.gradeMajorId === ''}
              onClick={() => {
                choose(unit.departmentId, '');
              }}
            />
            {value.departmentId === unit.departmentId &&
              unit.gradeMajors.map(({ gradeMajorId, gradeMajorName, schemas }) => (
                <TreeNode
                  key={gradeMajorId}
                  depth={2}
                  name={gradeMajorName}
                  count={schemas}
                  current={value.gradeMajorId === gradeMajorId}
                  onClick={() => {
                    choose(unit.departmentId, gradeMajorId);
                  }}
                />
              ))}
          </div>
        ))}
    </>
  );
}

type TreeNodeProps = { depth: number; name: string; count?: number; current: boolean; onClick: () => void };

function TreeNode({ depth, name, count, current, onClick }: TreeNodeProps) {
  return (
    <button type="button" data-depth={depth} aria-current={current || undefined} onClick={onClick}>
      <span className="jw-ellipsis">{name}</span>
      {count !== undefined && <small>{count === 0 ? NOTHING : count}</small>}
    </button>
  );
}

type RowActsProps = {
  row: SchemaItem;
  onDialog: (dialog: { kind: 'revise' | 'copy'; source: SchemaItem }) => void;
};

const act = { variant: 'transparent', size: 'compact-sm', p: 0, h: 22, fw: 400 } as const;

/** What may be done with a scheme: write, take back, revise, copy, throw away. */
function RowActs({ row, onDialog }: RowActsProps) {
  const may = {
    update: useMay('majorSchemaCustomize:courseUpdate'),
    create: useMay('majorSchemaCustomize:create'),
    copy: useMay('majorSchemaCustomize:copy'),
    remove: useMay('majorSchemaCustomize:delete'),
  };
  const remove = useProcess(schemaDelete, {
    invalidates: ['majorSchemaCustomize.'],
    success: true,
    confirm: () => ({
      message: `将删除方案“${row.schemaName}”及其 ${String(row.courseNum)} 门课程，删除后不能恢复。`,
      confirmText: '删除',
      danger: true,
    }),
  });
  const recall = useProcess(recallApproval, {
    invalidates: ['majorSchemaCustomize.', 'approval.'],
    success: true,
    confirm: () => ({ message: '撤回后方案不再审批，可修改后重新提交。', confirmText: '撤回' }),
  });
  const editable = isWithApplicant(row.schemaStatus);
  return (
    <span style={{ display: 'inline-flex', gap: 10, alignItems: 'center', whiteSpace: 'nowrap' }}>
      {editable && may.update ? (
        <Link to={schemaEditorPath(row.majorSchemaKey)}>编辑</Link>
      ) : (
        <Link to={schemaPreviewPath(row.majorSchemaKey)}>预览</Link>
      )}
      {row.schemaStatus === businessStatus.awaiting && may.update && (
        <Button
          {...act}
          loading={recall.isPending}
          onClick={() => {
            recall.start({ applyId: row.majorSchemaKey });
          }}
        >
          撤回
        </Button>
      )}
      {row.useStatus === usedStatus.used && may.create && (
        <Button
          {...act}
          onClick={() => {
            onDialog({ kind: 'revise', source: row });
          }}
        >
          修订
        </Button>
      )}
      {may.copy && row.courseNum > 0 && (
        <Button
          {...act}
          onClick={() => {
            onDialog({ kind: 'copy', source: row });
          }}
        >
          复制
        </Button>
      )}
      {editable && may.remove && (
        <Button
          {...act}
          color="red"
          loading={remove.isPending}
          onClick={() => {
            remove.start({ majorSchemaKey: row.majorSchemaKey });
          }}
        >
          删除
        </Button>
      )}
    </span>
  );
}
