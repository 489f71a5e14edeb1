import {
  CLASS_PAGE_SIZE,
  MAX_CHOSEN_CLASSES,
  classTreeLevel,
  queryAdministrativeClasses,
  queryClassTree,
} from '@jwxt/contracts/base-info/administrative-class.operations.ts';
import { Button, Pill, PillsInput, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { notify } from '../lib/notify.ts';
import { useOperation } from '../lib/queries.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState, QueryFaces } from '../ui/faces.tsx';
import { pagingOf } from '../ui/paging.tsx';
import { classBranches, classSummary, coveredClasses, withBranch, type ClassBranch } from './class-choice.model.ts';
import classes from './class-selector.module.css';
import { ClassTree } from './class-tree.tsx';
import { filledIn, usePickSearch } from './use-pick-search.ts';

/** Height of the rows that the class table shows at once (PICKERS-041). */
const TABLE_SCROLL_HEIGHT = 300;
const anyClass = { number: '', name: '' };

export type ClassSelectorDialogProps = {
  /** Ids of the classes that are chosen. */
  value: readonly string[];
  onConfirm: (classes: string[]) => void;
  onClose: () => void;
};

/** 行政班选择器 (PICKERS-037…051): whole units and majors from a tree, single classes from a list. */
export function ClassSelectorDialog({ value, onConfirm, onClose }: ClassSelectorDialogProps) {
  const tree = useOperation(queryClassTree, {}, { staleTime: 60_000 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(value));
  const root = useMemo(() => (tree.data === undefined ? null : classBranches(tree.data)), [tree.data]);
  const confirm = () => {
    if (chosen.size > MAX_CHOSEN_CLASSES) notify.warning(`一次最多选择 ${String(MAX_CHOSEN_CLASSES)} 个行政班`);
    else onConfirm([...chosen]);
  };
  return (
    <Dialog
      opened
      width={1100}
      flush
      zIndex={300}
      title="行政班选择器"
      onClose={onClose}
      footerNote={`已选择 ${String(chosen.size)} 个班`}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            取消
          </Button>
          <Button disabled={tree.data === undefined} onClick={confirm}>
            确定
          </Button>
        </>
      }
    >
      <QueryFaces query={tree}>
        {() =>
          root === null || root.classes.length === 0 ? (
            <EmptyState reason="您的数据范围内没有在读的行政班" />
          ) : (
            <ClassChoice root={root} chosen={chosen} onChange={setChosen} />
          )
        }
      </QueryFaces>
    </Dialog>
  );
}

function ClassChoice({
  root,
  chosen,
  onChange,
}: {
  root: ClassBranch;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const [current, setCurrent] = useState(root);
  const { draft, change, asked, search, reset, setPage } = usePickSearch(anyClass, CLASS_PAGE_SIZE);
  const query = useOperation(queryAdministrativeClasses, {
    pageNum: asked.pageNo,
    pageSize: asked.pageSize,
    ...filledIn({
      administrativeClassNumber: asked.fields.number.trim(),
      administrativeClassName: asked.fields.name.trim(),
      dept: current.level === classTreeLevel.unit ? current.key : '',
      gradeMajorId: current.level === classTreeLevel.major ? current.key : '',
    }),
  });
  const summary = classSummary(root, chosen);
  const covered = coveredClasses(summary);
  const toggle = (branch: ClassBranch, on: boolean) => {
    onChange(withBranch(branch, chosen, on));
  };
  return (
    <div className={classes['body']}>
      <ClassTree
        root={root}
        chosen={chosen}
        onToggle={toggle}
        current={current}
        onOpen={(branch) => {
          // A class is ticked, not listed by itself.
          if (branch.level === classTreeLevel.class) return;
          setCurrent(branch);
          setPage({ pageNo: 1 });
        }}
      />
      <div className={classes['side']}>
        <div className={classes['chosen']}>
          {(
            [
              ['单位', summary.units],
              ['专业', summary.majors],
              ['班级', summary.classes],
            ] as const
          ).map(([label, branches]) => (
            <Chosen key={label} label={label} branches={branches} onRemove={toggle} />
          ))}
        </div>
        <form
          className={classes['search']}
          onSubmit={(event) => {
            event.preventDefault();
            search();
          }}
        >
          <TextInput
            aria-label="班级编号"
            placeholder="班级编号"
            maxLength={30}
            value={draft.number}
            onChange={(event) => {
              change({ number: event.currentTarget.value });
            }}
          />
          <TextInput
            aria-label="班级名称"
            placeholder="班级名称"
            maxLength={60}
            value={draft.name}
            onChange={(event) => {
              change({ name: event.currentTarget.value });
            }}
          />
          <Button type="submit" loading={query.isFetching}>
            查询
          </Button>
          <Button variant="default" onClick={reset}>
            重置
          </Button>
        </form>
        <DataTable
          label="行政班"
          dense
          scrollHeight={TABLE_SCROLL_HEIGHT}
          columns={[
            { key: 'number', title: '班级编号', width: 120, render: (row) => row.administrativeClassNumber },
            {
              key: 'name',
              title: '班级名称',
              width: 'auto',
              align: 'left',
              ellipsis: true,
              render: (row) => row.administrativeClassName,
            },
            { key: 'major', title: '专业', width: 150, align: 'left', ellipsis: true, render: (row) => row.majorName },
            { key: 'dept', title: '单位', width: 130, align: 'left', ellipsis: true, render: (row) => row.dept },
          ]}
          rowKey={(row) => row.administrativeClassId}
          rows={query.data?.list}
          query={query}
          selection={{
            keys: new Set(
              [...(query.data?.list ?? [])].map((row) => row.administrativeClassId).filter((id) => chosen.has(id)),
            ),
            disabled: (id) => covered.has(id),
            onChange: (keys) => {
              const shown = query.data?.list.map((row) => row.administrativeClassId) ?? [];
              onChange(new Set([...[...chosen].filter((id) => !shown.includes(id)), ...keys]));
            },
          }}
          empty={{ reason: '没有符合条件的行政班，可以换一个条件' }}
          paging={pagingOf(asked, query.data?.total, setPage)}
        />
      </div>
    </div>
  );
}

/** What is chosen of one kind; each may be let go (PICKERS-042, 043). */
function Chosen({
  label,
  branches,
  onRemove,
}: {
  label: string;
  branches: readonly ClassBranch[];
  onRemove: (branch: ClassBranch, on: false) => void;
}) {
  return (
    <>
      <label>{label}</label>
      <PillsInput role="group" aria-label={`已选${label}`} classNames={{ input: classes['pills'] ?? '' }}>
        <Pill.Group>
          {branches.map((branch) => (
            <Pill
              key={branch.id}
              withRemoveButton
              removeButtonProps={{ 'aria-label': `取消选择${branch.title}`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => {
                onRemove(branch, false);
              }}
            >
              {branch.title}
            </Pill>
          ))}
          {branches.length === 0 && <span className={classes['none']}>未选择</span>}
        </Pill.Group>
      </PillsInput>
    </>
  );
}
