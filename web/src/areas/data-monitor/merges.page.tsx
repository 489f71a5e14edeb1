import { mergeSorts } from '@jwxt/contracts/data-monitor/merge.operations.ts';
import { Button, Text } from '@mantine/core';
import { queryMonitorResults } from '@jwxt/contracts/data-monitor/data-monitor.operations.ts';
import {
  MERGED_AT_MOST,
  mergeHandlerNames,
  mergeHandlers,
  mergePermission,
  type MergeHandler,
} from '@jwxt/contracts/data-monitor/merge.vocabulary.ts';
import { field } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { FieldInput } from '../../resource/resource-field-input.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import classes from './data-monitor.module.css';
import { MergeListCard } from './merge-list.card.tsx';
import { MergePreviewDialog } from './merge-preview.dialog.tsx';
import type { MonitorResult } from './result-changes.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';

const pageState = z.object({
  handler: z.enum(mergeHandlerNames).catch('course').default('course'),
  keyword: z.string().catch('').default(''),
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).catch(20).default(20),
  ...sortField(mergeSorts),
});
type Chosen = { readonly key: string; readonly name: string };

/**
 * Rows that are one thing entered twice become one (MONITOR-25…32): what the points found, or what a person knows; what
 * hangs on them is shown before, and a merge is taken back for seven days.
 */
export function MergesPage() {
  const [state, setState] = usePageState(pageState);
  const may = useMayCheck();
  const { handler } = state;
  return (
    <Page title="数据合并">
      <Card>
        <SegmentedControl
          aria-label="数据种类"
          value={handler}
          data={mergeHandlerNames.map((value) => ({ value, label: mergeHandlers[value].title }))}
          onChange={(value) => {
            setState({ ...pageState.parse({}), handler: value }, { push: true });
          }}
        />
      </Card>
      {may(mergePermission(handler)) && <ChoiceCard key={handler} handler={handler} />}
      <MergeListCard state={state} setState={setState} />
    </Page>
  );
}

/** Which row stays and which go, chosen from what was found, or by hand. */
function ChoiceCard({ handler }: { handler: MergeHandler }) {
  const { title, target, points } = mergeHandlers[handler];
  const [stay, setStay] = useState<Chosen | null>(null);
  const [gone, setGone] = useState<readonly Chosen[]>([]);
  const [previewed, setPreviewed] = useState(false);
  const found = useOperation(queryMonitorResults, { pointCode: points[0], pageNo: 1, pageSize: 100 });
  const reference = field.reference(title, target, {});
  const add = (chosen: Chosen): void => {
    if (gone.length < MERGED_AT_MOST && !gone.some(({ key }) => key === chosen.key)) setGone([...gone, chosen]);
    if (stay?.key === chosen.key) setStay(null);
  };
  const keep = (chosen: Chosen): void => {
    setStay(chosen);
    setGone(gone.filter(({ key }) => key !== chosen.key));
  };
  const clear = (): void => {
    setStay(null);
    setGone([]);
    setPreviewed(false);
  };
  const columns: Column<MonitorResult>[] = [
    { key: 'name', title, width: '26%', align: 'left', render: ({ businessName }) => businessName },
    { key: 'key', title: '代码', width: 150, align: 'left', ellipsis: true, render: ({ businessKey }) => businessKey },
    {
      key: 'unit',
      title: '单位',
      width: 180,
      align: 'left',
      ellipsis: true,
      render: (row) => row.departmentName ?? '',
    },
    { key: 'problem', title: '问题', align: 'left', ellipsis: true, render: ({ problemText }) => problemText },
    {
      key: 'actions',
      title: '操作',
      width: 150,
      align: 'center',
      pinRight: true,
      render: ({ businessKey, businessName }) => {
        const chosen = { key: businessKey, name: businessName };
        return (
          <>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                keep(chosen);
              }}
            >
              保留
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              onClick={() => {
                add(chosen);
              }}
            >
              并入
            </Button>
          </>
        );
      },
    },
  ];
  return (
    <>
      <Card title={`合并${title}`} note={`把同一${title}的多条数据并为一条；合并后 7 天内可以撤销`}>
        <div className={classes['mergeForm']}>
          <Field label="保留" htmlFor="merge-stay" required>
            <FieldInput
              key={`stay ${stay?.key ?? ''}`}
              id="merge-stay"
              name="stayKey"
              field={reference}
              value={stay?.key ?? null}
              row={{ stayName: stay?.name ?? '' }}
              onChange={(value) => {
                if (value === null) setStay(null);
                else keep({ key: textOf(value), name: textOf(value) });
              }}
            />
          </Field>
          <Field label="并入" htmlFor="merge-gone" required>
            <FieldInput
              key={`gone ${String(gone.length)}`}
              id="merge-gone"
              name="goneKey"
              field={reference}
              value={null}
              row={null}
              onChange={(value) => {
                if (value !== null) add({ key: textOf(value), name: textOf(value) });
              }}
            />
          </Field>
          <ul className={classes['mergeGone']} aria-label="要并入的数据">
            {gone.map((each) => (
              <li key={each.key}>
                {each.name === each.key ? each.key : `${each.name}（${each.key}）`}
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-xs"
                  onClick={() => {
                    setGone(gone.filter(({ key }) => key !== each.key));
                  }}
                >
                  移出
                </Button>
              </li>
            ))}
          </ul>
          <Button
            leftSection={<IconEye size={15} />}
            disabled={stay === null || gone.length === 0}
            onClick={() => {
              setPreviewed(true);
            }}
          >
            预览合并
          </Button>
        </div>
        <Text size="sm" mt={12}>
          监测发现的重复（未列出的可在上面直接选择）：
        </Text>
        <DataTable
          label="发现的重复"
          dense
          columns={columns}
          rows={found.data?.list}
          query={found}
          rowKey={({ resultId }) => String(resultId)}
          empty={{ title: `没有发现重复的${title}`, reason: '每天凌晨、导入之后和重新监测时检查。' }}
        />
      </Card>
      {previewed && stay !== null && (
        <MergePreviewDialog
          handler={handler}
          choice={{ stayKey: stay.key, goneKeys: gone.map(({ key }) => key) }}
          onClose={() => {
            setPreviewed(false);
          }}
          onMerged={clear}
        />
      )}
    </>
  );
}
