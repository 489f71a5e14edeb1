import { cellText, textWidthOf } from '../ui/cell-text.ts';
import { Button, TextInput } from '@mantine/core';
import { IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { nameKey, type Field as Declared, type Fields, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { ResourceAction } from '@jwxt/contracts/kernel/resource-action.ts';
import { listedByText, type Resource } from '@jwxt/contracts/kernel/resource.ts';
import { shown, textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useMemo, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { pagingFields, sortField, usePageState } from '../lib/page-state.ts';
import { useOperation } from '../lib/queries.ts';
import { useMayCheck } from '../lib/session.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { sortingOf } from '../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../ui/page.tsx';
import { pagingOf } from '../ui/paging.tsx';
import { Field, SearchForm } from '../ui/search-form.tsx';
import { SearchableSelect } from '../ui/searchable-select.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import { cellOfNames } from '../ui/some-names.tsx';
import { ImportDialog } from './import.dialog.tsx';
import { FieldInput } from './resource-field-input.tsx';
import { ResourceFormDialog, type BesideField } from './resource-form.dialog.tsx';
import classes from './resource.module.css';
import { rowByItself } from './row-by-itself.ts';
import { useResourceRemoval } from './use-resource-removal.tsx';

export type ResourcePageProps = {
  resource: Resource;
  /** In the form: what its values mean. */
  meaning?: (values: WireRow) => ReactNode;
  /** Actions of a row besides 修改, 停用 and 删除. */
  actions?: (row: WireRow, act: (label: string, onClick: () => void) => ReactNode) => ReactNode;
  /** Buttons beside 新增 and 导入, for what is done to several rows at once. */
  tools?: ReactNode;
  /** What is done to the rows that are chosen: rows can be chosen by whoever sees it. `clear`: none is any more. */
  batch?: (chosen: readonly string[], clear: () => void) => ReactNode;
  /** Width of the column with the actions, where they are many. */
  actionsWidth?: number;
  /** The page opens with the form of a new row, which begins with these values. */
  begin?: WireRow | null;
  /** Whether a row may be changed and removed; by default every one. */
  editable?: (row: WireRow) => boolean;
  /** In the form of a new row: what stands below a field. */
  beside?: BesideField;
  /** Cells that are drawn differently, by field. */
  cells?: Readonly<Record<string, (row: WireRow) => ReactNode>>;
  /** Of the page, where it is not that of the resource. */
  title?: string;
  /** What its figures come to: the last row, without a name and actions. */
  totalRow?: WireRow | undefined;
  /** Columns after the one that names a row. */
  more?: readonly Column<WireRow>[];
};

const searched = (resource: Resource): [string, Declared][] =>
  Object.entries(resource.fields).filter(([, { search }]) => search);

/** The page of a declared resource: search, list, form, removal and workbook, each for who may. */
export function ResourcePage({
  resource,
  meaning,
  actions,
  tools,
  batch,
  actionsWidth,
  begin = null,
  editable = () => true,
  beside,
  cells = {},
  more = [],
  totalRow,
  title = resource.title,
}: ResourcePageProps) {
  const { operations, fields, name, note, empty } = resource;
  const filters = searched(resource);
  const schema = useMemo(
    () =>
      z.object({
        ...Object.fromEntries(searched(resource).map(([field]) => [field, z.string().catch('').default('')])),
        ...pagingFields(),
        ...(resource.sorts === null ? {} : sortField(resource.sorts)),
      }),
    [resource],
  );
  const [state, setState] = usePageState(schema);
  const { sort } = state as { sort?: string | undefined };
  const [draft, setDraft] = useState<WireRow>(state);
  const asked = Object.fromEntries(
    filters.map(([field]) => [field, textOf((state as WireRow)[field])]).filter(([, value]) => value !== ''),
  );
  const toChoose = resource.listedBy?.every((field) => asked[field] === undefined) ?? false;
  const query = useOperation(
    operations.query,
    { ...asked, pageNo: state.pageNo, pageSize: state.pageSize, ...(sort === undefined ? {} : { sort }) },
    { enabled: !toChoose },
  );
  const check = useMayCheck();
  const may = (action: ResourceAction) => check(`${name}:${action}`);
  const [importing, setImporting] = useState(false);
  const [editing, setEditing] = useState<{ row: WireRow; looks: boolean } | 'new' | null>(() =>
    begin !== null && may('create') ? 'new' : null,
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const removal = useResourceRemoval(resource, () => {
    setChosen(new Set());
  });
  const keyOf = (row: WireRow) => textOf(row[resource.key]);
  const mayUpdate = may('update') && (!resource.reveal || may('reveal'));
  // A list tells nothing personal: the row by itself does, in masks; whole to who changes it, and that is logged.
  const open = async (row: WireRow, looks: boolean) => {
    const found = may('detail') || !looks ? await rowByItself(resource, row, looks ? 'masked' : 'whole') : row;
    if (found) setEditing({ row: found, looks });
  };
  const isChanged = (row: WireRow) => mayUpdate && editable(row);
  const act = (label: string, onClick: () => void, danger = false) => (
    <button
      key={label}
      type="button"
      className={classes['act']}
      data-danger={danger || undefined}
      disabled={removal.isPending}
      onClick={onClick}
    >
      {label}
    </button>
  );
  const columns: Column<WireRow>[] = [
    ...Object.entries(fields)
      .filter(([, { list }]) => list !== undefined)
      .flatMap(([field, declared]) => [
        columnOf(
          field,
          declared,
          resource.sorts?.includes(field) ?? false,
          cells[field] ?? (field === resource.tree?.shownIn ? inTree(field) : undefined),
        ),
        ...(field === resource.called ? more : []),
      ]),
    {
      key: 'action',
      title: '操作',
      width: actionsWidth ?? (actions ? 196 : 156),
      pinRight: true,
      render: (row) => (
        <span
          className={classes['acts']}
          role="presentation"
          onClick={(event) => {
            event.stopPropagation();
          }}
        >
          {actions?.(row, act)}
          {act(isChanged(row) ? '修改' : '查看', () => {
            void open(row, !isChanged(row));
          })}
          {isChanged(row) &&
            'sfqy' in fields &&
            act(row['sfqy'] === yesNo.yes ? '停用' : '启用', () => {
              void removal.setInUse(row, row['sfqy'] !== yesNo.yes);
            })}
          {editable(row) &&
            may('delete') &&
            act(
              '删除',
              () => {
                void removal.remove(row);
              },
              true,
            )}
        </span>
      ),
    },
  ];
  const listed = withRoom(columns, fields, query.data?.rows);
  const add = may('create') ? (
    <Button
      variant="light"
      leftSection={<IconPlus size={16} />}
      onClick={() => {
        setEditing('new');
      }}
    >
      新增
    </Button>
  ) : undefined;
  const narrowed = Object.keys(asked).length > 0;
  return (
    <Page title={title}>
      {filters.length > 0 && (
        <Card flush>
          <SearchForm
            searching={query.isFetching}
            onSearch={() => {
              setState({ ...draft, pageNo: 1, pageSize: state.pageSize, sort });
              if (!toChoose) void query.refetch();
            }}
            onReset={() => {
              const none = Object.fromEntries(filters.map(([field]) => [field, '']));
              setDraft(none);
              setState({ ...none, pageNo: 1 });
            }}
          >
            {filters.map(([field, declared]) => (
              <Field key={field} label={declared.label} htmlFor={`search-${name}-${field}`}>
                <SearchInput
                  id={`search-${name}-${field}`}
                  name={field}
                  field={declared}
                  value={draft[field]}
                  onChange={(value) => {
                    setDraft({ ...draft, [field]: textOf(value) });
                  }}
                />
              </Field>
            ))}
          </SearchForm>
        </Card>
      )}
      <Card flush grow>
        <Toolbar>
          {add}
          {resource.imports && may('import') && (
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} />}
              onClick={() => {
                setImporting(true);
              }}
            >
              导入
            </Button>
          )}
          {tools}
          {batch?.([...chosen], () => {
            setChosen(new Set());
          })}
          <ExportButton operation={operations.exportExcel} input={asked} />
          {may('batchDelete') && (
            <>
              <span className={classes['divider']} aria-hidden />
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={16} />}
                disabled={chosen.size === 0 || removal.isPending}
                onClick={() => {
                  void removal.removeAll([...chosen]);
                }}
              >
                删除
              </Button>
            </>
          )}
        </Toolbar>
        <DataTable<WireRow>
          label={title}
          columns={listed}
          refreshable
          rows={toChoose ? [] : query.data?.rows}
          totalRow={totalRow}
          query={query}
          rowKey={keyOf}
          numberFrom={(state.pageNo - 1) * state.pageSize + 1}
          minWidth={minWidthOf(listed)}
          {...(may('batchDelete') || batch
            ? {
                selection: {
                  keys: chosen,
                  onChange: setChosen,
                  disabled: (key: string) => {
                    const row = query.data?.rows.find((each) => keyOf(each) === key);
                    return batch === undefined && row !== undefined && !editable(row);
                  },
                },
                footer: (
                  <span>
                    已选择 <strong>{chosen.size}</strong> 项
                  </span>
                ),
              }
            : {})}
          onRow={(row) => {
            // What is personal is not shown whole by a touch of the row.
            void open(row, resource.reveal !== null || !isChanged(row));
          }}
          empty={{
            reason: toChoose
              ? `${listedByText(resource)}，再点查询`
              : narrowed
                ? '没有符合条件的数据，可以换一个条件'
                : nothingYet(empty ?? `还没有${title}。`, may('create'), resource.imports !== null && may('import')),
            ...(add && !narrowed ? { action: add } : {}),
          }}
          paging={pagingOf(state, query.data?.total, setState)}
          sorting={sortingOf({ sort }, setState)}
        />
      </Card>
      {importing && resource.imports && (
        <ImportDialog
          resource={resource}
          operations={resource.imports.operations}
          onClose={() => {
            setImporting(false);
          }}
        />
      )}
      {editing !== null && (
        <ResourceFormDialog
          resource={resource}
          known={editing === 'new' ? null : editing.row}
          {...(begin === null ? {} : { from: begin })}
          note={note}
          meaning={meaning}
          beside={beside}
          readOnly={editing !== 'new' && editing.looks}
          onClose={() => {
            setEditing(null);
          }}
        />
      )}
    </Page>
  );
}

/** Why the list is empty, and what to do where the declaration does not say it. */
function nothingYet(said: string, mayCreate: boolean, mayImport: boolean): string {
  if (said.indexOf('。') < said.length - 1) return said;
  const ways = [...(mayCreate ? ['新增'] : []), ...(mayImport ? ['导入文件'] : [])];
  return `${said}${ways.length > 0 ? `可以${ways.join('或')}。` : '由有权限的人员维护，如有疑问请联系教务处。'}`;
}

/** A name, by how deep its row stands in the tree. */
const inTree = (field: string) => (row: WireRow) => (
  <span style={{ paddingLeft: Number(row['depth']) * 20 }}>{textOf(row[field])}</span>
);

const yesNoChoices = { [yesNo.yes]: '是', [yesNo.no]: '否' };

/** In a search nothing is required, and yes or no is a choice of two. */
function SearchInput({
  field,
  id,
  value,
  onChange,
  ...rest
}: {
  id: string;
  name: string;
  field: Declared;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  if (field.kind.type === 'yesNo')
    return (
      <SearchableSelect
        id={id}
        placeholder="全部"
        options={Object.entries(yesNoChoices).map(([code, name]) => ({ code, name }))}
        value={textOf(value) || null}
        onChange={onChange}
      />
    );
  if (field.kind.type === 'text')
    return (
      <TextInput
        id={id}
        placeholder={`请输入${field.label}`}
        value={textOf(value)}
        maxLength={60}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
    );
  const { required: _required, ...optional } = field;
  const single = 'many' in field.kind ? { ...optional, kind: { ...field.kind, many: false } } : optional;
  return (
    <FieldInput {...rest} id={id} field={{ ...single, empty: '全部' }} row={null} value={value} onChange={onChange} />
  );
}

/** Kinds of values that stand by their right edge. */
const figures: ReadonlySet<Declared['kind']['type']> = new Set(['integer', 'decimal']);

function columnOf(
  name: string,
  field: Declared,
  sortable: boolean,
  drawn: ((row: WireRow) => ReactNode) | undefined,
): Column<WireRow> {
  const base = {
    key: name,
    title: field.label,
    ...(field.list === undefined ? {} : { width: field.list }),
    ...(sortable ? { sort: name } : {}),
  };
  if (drawn) return { ...base, ...(field.list === 'auto' ? { align: 'left' } : {}), render: drawn };
  if (name === 'sfqy')
    return {
      ...base,
      title: '状态',
      pinRight: true,
      render: (row) =>
        row['sfqy'] === yesNo.yes ? <StatusTag tone="green">启用</StatusTag> : <StatusTag tone="grey">停用</StatusTag>,
    };
  return {
    ...base,
    align: figures.has(field.kind.type)
      ? 'right'
      : field.kind.type === 'text' || field.list === 'auto'
        ? 'left'
        : 'center',
    ellipsis: true,
    render: (row) => inShort(row[name], shown(field, row, name, nameKey(name, field))),
  };
}

/** Of more than these a list says the first ones, and how many there are. */
const NAMES_SAID = 2;

/** Many things that a row leads to, in short. */
function inShort(value: unknown, text: string): ReactNode {
  const names = text.split('、');
  return Array.isArray(value) && names.length > NAMES_SAID && names.length === value.length
    ? cellOfNames(names, NAMES_SAID)
    : text;
}

/** So many columns come first: they never give way. */
const FIRST_COLUMNS = 2;
const WIDEST = 320;

/** Beside the text of a cell. */
const CELL_PADDING = 26;

/**
 * Columns as wide as what they say on this page of the list, within reason; for that the later ones give way where
 * there is no room, but for what is pinned, drawn by the page, or declared as a state (decision 094).
 */
function withRoom(
  columns: readonly Column<WireRow>[],
  fields: Fields,
  rows: readonly WireRow[] | undefined,
): readonly Column<WireRow>[] {
  return columns.map((column, place) => {
    const { key, width, pinRight, ellipsis, render } = column;
    const gives = place >= FIRST_COLUMNS && !pinRight && ellipsis === true && fields[key]?.state !== true;
    const given: Column<WireRow> = gives ? { ...column, importance: 3 } : column;
    if (ellipsis !== true || rows === undefined) return given;
    const needed = Math.min(
      WIDEST,
      Math.max(0, ...rows.map((row, at) => textWidthOf(cellText(render(row, at))) + CELL_PADDING)),
    );
    return typeof width === 'number'
      ? { ...given, width: Math.max(width, needed) }
      : { ...given, least: Math.max(180, needed) };
  });
}

function minWidthOf(columns: readonly Column<WireRow>[]): number {
  return columns.reduce((sum, { width, least = 180 }) => sum + (typeof width === 'number' ? width : least), 100);
}
