import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { notify } from '../../lib/notify.ts';
import { someSelected } from '../../ui/batch.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { NumberRangeInput, numberRangeProblem, type NumberRange } from '../../ui/number-range.tsx';
import { sortingOf, type ListInDialog } from '../../ui/list-sorting.ts';
import { Card, Toolbar } from '../../ui/page.tsx';
import { PAGE_SIZES } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { sortedWhole } from '../../ui/sorted-whole.ts';
import { SearchableSelect } from '../../ui/searchable-select.tsx';

type Module = (typeof modules)[number];
type Conditions = { title: string; route: string; ids: NumberRange; numbered: string | null };

const none: Conditions = { title: '', route: '', ids: { min: null, max: null }, numbered: null };
const numberedOptions = [
  { code: '1', name: '有编号' },
  { code: '0', name: '无编号' },
];

function matches({ title, route, id }: Module, wanted: Conditions): boolean {
  const { min, max } = wanted.ids;
  return (
    title.includes(wanted.title.trim()) &&
    route.toLowerCase().includes(wanted.route.trim().toLowerCase()) &&
    (wanted.numbered === null || (id !== null) === (wanted.numbered === yesNo.yes)) &&
    (min === null || (id !== null && Number(id) >= min)) &&
    (max === null || (id !== null && Number(id) <= max))
  );
}

const columns: readonly Column<Module>[] = [
  { key: 'title', title: '模块名称', sort: 'title', width: 160, render: ({ title }) => title },
  { key: 'id', title: '模块编号', sort: 'id', render: ({ id }) => id ?? NOTHING },
  {
    key: 'route',
    title: '模块地址',
    sort: 'route',
    width: 'auto',
    align: 'left',
    render: ({ route }) => `/jwxt/gly/${route}`,
    ellipsis: true,
  },
];

/** A list as pages have it: search panel, toolbar, table, paging. Its rows are the modules of the product. */
export function ModuleListCard() {
  const [draft, setDraft] = useState(none);
  const [wanted, setWanted] = useState(none);
  const [paging, setPaging] = useState<ListInDialog<keyof Module>>({ pageNo: 1, pageSize: PAGE_SIZES[0] });
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [checked, setChecked] = useState(false);
  const matching = modules.filter((module) => matches(module, wanted));
  const found = sortedWhole(matching, columns, paging.sort);
  const from = (paging.pageNo - 1) * paging.pageSize;
  const change = (part: Partial<Conditions>) => {
    setDraft({ ...draft, ...part });
  };
  const search = (conditions: Conditions) => {
    setWanted(conditions);
    setPaging({ ...paging, pageNo: 1 });
  };
  const idsProblem = numberRangeProblem(draft.ids);
  const copy = async () => {
    if (!someSelected(keys)) return;
    if (await copyText([...keys].map((route) => `/jwxt/gly/${route}`).join('\n'))) notify.success('地址已复制');
    else notify.warning('浏览器不允许复制，请手工选取');
  };
  return (
    <Card title="查询列表" note="查询面板每行三项，先校验再查询；分页、序号、勾选与列表页相同" flush>
      <SearchForm
        validate={() => {
          setChecked(true);
          return idsProblem === null;
        }}
        onSearch={() => {
          search(draft);
        }}
        onReset={() => {
          setDraft(none);
          setChecked(false);
          search(none);
        }}
      >
        <Field label="模块名称" htmlFor="sample-title">
          <TextInput
            id="sample-title"
            placeholder="请输入模块名称"
            maxLength={20}
            value={draft.title}
            onChange={(event) => {
              change({ title: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="模块地址" htmlFor="sample-route">
          <TextInput
            id="sample-route"
            placeholder="请输入地址中的一段"
            maxLength={30}
            value={draft.route}
            onChange={(event) => {
              change({ route: event.currentTarget.value });
            }}
          />
        </Field>
        <Field label="模块编号" htmlFor="sample-ids">
          <NumberRangeInput
            id="sample-ids"
            label="模块编号"
            least={0}
            value={draft.ids}
            error={checked && idsProblem !== null}
            onChange={(ids) => {
              change({ ids });
            }}
          />
        </Field>
        <Field label="编号状态" htmlFor="sample-numbered">
          <SearchableSelect
            id="sample-numbered"
            options={numberedOptions}
            value={draft.numbered}
            onChange={(numbered) => {
              change({ numbered });
            }}
          />
        </Field>
      </SearchForm>
      <Toolbar>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} />}
          onClick={() => {
            void copy();
          }}
        >
          复制地址
        </Button>
      </Toolbar>
      <DataTable
        label="模块"
        columns={columns}
        rows={found.slice(from, from + paging.pageSize)}
        rowKey={({ route }) => route}
        numberFrom={from + 1}
        selection={{ keys, onChange: setKeys }}
        footer={<span>已选择 {keys.size} 项</span>}
        empty={{ reason: '没有符合条件的模块，请放宽条件' }}
        paging={{
          ...paging,
          total: found.length,
          onPage: (pageNo) => {
            setPaging({ ...paging, pageNo });
          },
          onPageSize: (pageSize) => {
            setPaging({ ...paging, pageNo: 1, pageSize });
          },
        }}
        sorting={sortingOf(paging, (change) => {
          setPaging({ ...paging, ...change });
        })}
      />
    </Card>
  );
}
