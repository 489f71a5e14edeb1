import { approvalCategories, type approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { timeScopes, approvalTab, type ApprovalTab } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import type { ApprovalPageState } from './approval-state.ts';
import classes from './approval.module.css';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

/** How many of a process wait, after its name; nothing for none. */
function waitingOf(counts: ApprovalFiltersProps['counts'], processNo: string): string {
  const n = counts?.byProcess.find((each) => each.processNo === processNo)?.n ?? 0;
  return n > 0 ? `（${String(n)}）` : '';
}

export type ApprovalFiltersProps = {
  tab: ApprovalTab;
  state: ApprovalPageState;
  loading: boolean;
  counts: OutputOf<typeof approvalCounts> | undefined;
  /** Every change starts again at page 1 (APPROVAL-11). */
  onChange: (change: Partial<ApprovalPageState>) => void;
};

/** Tabs with counts, category and process, keyword, and the time range (APPROVAL-01, 05, 06, 10). */
export function ApprovalFilters({ tab, state, counts, loading, onChange }: ApprovalFiltersProps) {
  const list = useOperation(approvalCategories, {}).data?.list ?? [];
  // What is typed; the address has what was asked. When the address changes from elsewhere, it wins.
  const [typed, setTyped] = useState({ asked: state.keyword, keyword: state.keyword });
  const keyword = typed.asked === state.keyword ? typed.keyword : state.keyword;
  /**
   * Asked for as it stands: what is typed is no longer ahead of the address, so that emptying the address empties the
   * field.
   */
  const ask = () => {
    const asked = keyword.trim();
    setTyped({ asked, keyword: asked });
    if (asked !== state.keyword) onChange({ keyword: asked });
  };
  const setKeyword = (text: string) => {
    setTyped({ asked: state.keyword, keyword: text });
  };
  const around = useDeferredValue(true, false);
  const tabs: { value: ApprovalTab; label: string; count?: number | undefined }[] = [
    { value: approvalTab.all, label: '全部' },
    { value: approvalTab.waiting, label: '待办', count: counts?.todo },
    { value: approvalTab.decided, label: '已办', count: counts?.done },
  ];
  return (
    <div className={classes['bar']}>
      <div className={classes['tabs']} role="tablist" aria-label="审批列表">
        {tabs.map(({ value, label, count }) => (
          <button
            key={value}
            type="button"
            role="tab"
            className={classes['tab']}
            aria-selected={tab === value}
            disabled={loading}
            onClick={() => {
              onChange({ tab: value });
            }}
          >
            {label}
            {count !== undefined && count > 0 && (
              <span className={classes['tabCount']} data-hot={value === approvalTab.waiting || undefined}>
                {count}
              </span>
            )}
          </button>
        ))}
      </div>
      <Select
        size="xs"
        w={104}
        clearable
        placeholder="全部类别"
        aria-label="类别"
        value={state.categoryId || null}
        data={list.map(({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName }))}
        onChange={(value) => {
          onChange({ categoryId: value ?? '', processNo: '' });
        }}
      />
      <Select
        size="xs"
        w={158}
        clearable
        placeholder="全部流程"
        aria-label="流程"
        value={state.processNo || null}
        data={list
          .filter(({ categoryId }) => state.categoryId === '' || state.categoryId === categoryId)
          .map(({ categoryName, processes }) => ({
            group: categoryName,
            items: processes.map(({ processNo, processName }) => ({
              value: processNo,
              label: `${processName}${waitingOf(counts, processNo)}`,
            })),
          }))}
        onChange={(value) => {
          onChange({ processNo: value ?? '' });
        }}
      />
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <TextInput
          size="xs"
          w={190}
          leftSection={<IconSearch size={14} aria-hidden />}
          placeholder="申请人、课程，回车查询"
          aria-label="关键字"
          maxLength={60}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
          }}
          onBlur={ask}
        />
      </form>
      {/* It measures itself, and has the page drawn so far laid out at once: it comes after that, in its place. */}
      {around ? (
        <SegmentedControl
          size="xs"
          aria-label="申请时间"
          value={state.scope}
          data={timeScopes.map(({ value, label }) => ({ value, label }))}
          onChange={(scope) => {
            onChange({ scope });
          }}
        />
      ) : (
        <span className={classes['scope']} />
      )}
    </div>
  );
}
