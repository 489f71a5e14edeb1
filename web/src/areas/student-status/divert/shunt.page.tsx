import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { shuntStatus } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import { professionalDiversion } from '@jwxt/contracts/student-status/divert/diversion.resource.ts';
import {
  exportShunt,
  majorOrDirectionDetail,
  queryShunt,
  type ShuntBatch,
  type ShuntListRow,
  type ShuntTarget,
  shuntSorts,
} from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { Alert, Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { CollapseToggle } from '../../../ui/collapsible-box.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, FactList, Figure, Headline, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../../ui/tokens.ts';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { AdjustDialog, ShuntClassDialog } from './shunt-dialogs.tsx';
import { shuntColumns } from './shunt-list.tsx';
import { ShuntSteps } from './shunt-steps.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  diversionId: text,
  keyword: text,
  place: text,
  open: text,
  ...pagingFields(20),
  ...sortField(shuntSorts),
});
const tones: Readonly<Record<string, Tone>> = {
  [shuntStatus.collecting]: 'blue',
  [shuntStatus.computed]: 'orange',
  [shuntStatus.published]: 'blue',
  [shuntStatus.submitted]: 'blue',
  [shuntStatus.passed]: 'green',
  [shuntStatus.implemented]: 'green',
  [shuntStatus.notPassed]: 'red',
} satisfies TonesOf<typeof shuntStatus>;
/** Whether a list may still be changed. */
const isOpen = (status: string): boolean =>
  status === shuntStatus.computed || status === shuntStatus.published || status === shuntStatus.notPassed;

function columnsOf(may: boolean, adjust: (row: ShuntListRow) => void): Column<ShuntListRow>[] {
  return [
    ...shuntColumns,
    ...(may
      ? [
          {
            key: 'action',
            title: '操作',
            width: 72,
            pinRight: true,
            render: (row: ShuntListRow) =>
              row.rank !== null && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`调整${row.studentName}`}
                  onClick={() => {
                    adjust(row);
                  }}
                >
                  调整
                </Button>
              ),
          },
        ]
      : []),
  ];
}

/** 分流办理 (STUDENT-STATUS-37, 41): the list of a batch from what was asked for to the classes. */
export function ShuntPage() {
  const [state, setState] = usePageState(pageState);
  const batches = useOperation(professionalDiversion.operations.query, { pageNo: 1, pageSize: 200 });
  const options = ((batches.data?.rows ?? []) as readonly WireRow[]).map((row) => ({
    value: textOf(row['diversionId']),
    label: `${textOf(row['diversionName'])}（${textOf(row['sourceGradeMajorName'])}）`,
  }));
  const diversionId = state.diversionId === '' ? (options[0]?.value ?? '') : state.diversionId;
  return (
    <Page title="分流办理">
      <Card flush>
        <Toolbar>
          <Select
            aria-label="分流批次"
            placeholder={batches.isPending ? '加载中' : batches.error ? '请选择分流批次' : '还没有分流批次'}
            w={460}
            maw="100%"
            searchable
            allowDeselect={false}
            data={options}
            value={diversionId || null}
            onChange={(value) => {
              setState({ diversionId: value ?? '', keyword: '', place: '', open: '', pageNo: 1 });
            }}
          />
        </Toolbar>
      </Card>
      {diversionId === '' ? (
        <Card grow>
          <QueryFaces query={batches}>
            {() => <EmptyState reason="还没有分流批次，请先在“专业分流批次”中建立" />}
          </QueryFaces>
        </Card>
      ) : (
        <BatchCards key={diversionId} diversionId={diversionId} />
      )}
    </Page>
  );
}

function BatchCards({ diversionId: asked }: { diversionId: string }) {
  const [state, setState] = usePageState(pageState);
  const [keyword, setKeyword] = useState(state.keyword);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [adjusting, setAdjusting] = useState<ShuntListRow | null>(null);
  const [assigning, setAssigning] = useState<ShuntTarget | null>(null);
  const [more, setMore] = useState(false);
  const mayAdjust = useMay('shuntAction:adjust');
  const detail = useOperation(majorOrDirectionDetail, { mainClassOrMajorKey: asked });
  // An application leads here by its own key.
  const diversionId = detail.data?.batch.diversionId ?? asked;
  const { place, open, pageNo, pageSize, sort } = state;
  const filter = {
    diversionId,
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(place === '' ? {} : { majorOrDirectionKey: place }),
    ...(open === yesNo.yes ? { openOnly: yesNo.yes } : {}),
  };
  const query = useOperation(queryShunt, { ...filter, pageNo, pageSize, sort }, { enabled: detail.data !== undefined });
  const batch = detail.data?.batch;
  const targets = detail.data?.majorOrDirectionList ?? [];
  const may = mayAdjust && batch !== undefined && isOpen(batch.shuntStatus);
  return (
    <>
      {batch && (
        <BatchCard
          batch={batch}
          more={more}
          onMore={setMore}
          open={open === yesNo.yes}
          onOpen={(on) => {
            setState({ open: on ? yesNo.yes : '', pageNo: 1 });
          }}
        />
      )}
      {more && (
        <Card flush title="专业与方向">
          <DataTable
            label="专业与方向"
            columns={[
              {
                key: 'name',
                title: '专业或方向',
                width: 'auto',
                align: 'left',
                render: (row) => <TwoLines first={row.majorOrDirectionName} second={row.departmentName} />,
              },
              { key: 'quota', title: '接收人数', width: 90, render: (row) => row.quota },
              { key: 'apply', title: '第一志愿', width: 90, render: (row) => row.applyNum },
              { key: 'admit', title: '录取', width: 80, render: (row) => row.admitNum },
              { key: 'min', title: '最低要求', width: 90, render: (row) => row.minScore || '不限' },
              {
                key: 'action',
                title: '操作',
                width: 150,
                pinRight: true,
                render: (row) => (
                  <>
                    <Button
                      variant="subtle"
                      size="compact-xs"
                      aria-pressed={place === row.majorOrDirectionKey}
                      onClick={() => {
                        setState({
                          place: place === row.majorOrDirectionKey ? '' : row.majorOrDirectionKey,
                          pageNo: 1,
                        });
                      }}
                    >
                      {place === row.majorOrDirectionKey ? '全部' : '名单'}
                    </Button>
                    <Button
                      variant="subtle"
                      size="compact-xs"
                      aria-label={`${row.majorOrDirectionName}的班级`}
                      onClick={() => {
                        setAssigning(row);
                      }}
                    >
                      {may ? '分班' : '班级'}
                    </Button>
                  </>
                ),
              },
            ]}
            rows={detail.data ? targets : undefined}
            query={detail}
            rowKey={(row) => row.majorOrDirectionKey}
            twoLine
            dense
            empty={{ reason: '还没有可选的专业或方向，请先在“分流专业与方向”中建立' }}
          />
        </Card>
      )}
      <Card flush grow>
        <Toolbar
          right={
            <>
              <Select
                aria-label="专业或方向"
                placeholder="全部专业或方向"
                w={180}
                clearable
                data={targets.map((row) => ({ value: row.majorOrDirectionKey, label: row.majorOrDirectionName }))}
                value={place || null}
                onChange={(value) => {
                  setState({ place: value ?? '', pageNo: 1 });
                }}
              />
              <TextInput
                aria-label="学号或姓名"
                placeholder="学号或姓名，回车查询"
                maxLength={60}
                value={keyword}
                onChange={(event) => {
                  setKeyword(event.currentTarget.value);
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') setState({ keyword: keyword.trim(), pageNo: 1 });
                }}
              />
            </>
          }
        >
          {batch && <ShuntSteps batch={batch} />}
          <ExportButton operation={exportShunt} input={filter} />
        </Toolbar>
        <DataTable
          label="分流名单"
          columns={columnsOf(may, setAdjusting)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.studentCode}
          twoLine
          minWidth={1080}
          {...(may && place !== '' ? { selection: { keys: chosen, onChange: setChosen } } : {})}
          empty={{ reason: '没有符合条件的学生，可以换一个条件' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      {adjusting && (
        <AdjustDialog
          diversionId={diversionId}
          row={adjusting}
          targets={targets}
          onClose={() => {
            setAdjusting(null);
          }}
        />
      )}
      {assigning && (
        <ShuntClassDialog
          diversionId={diversionId}
          target={assigning}
          chosen={assigning.majorOrDirectionKey === place ? [...chosen] : []}
          open={may}
          onClose={() => {
            setAssigning(null);
            setChosen(new Set());
          }}
        />
      )}
    </>
  );
}

interface BatchCardProps {
  batch: ShuntBatch;
  /** Its dates and rules, and the majors and directions, are shown. */
  more: boolean;
  onMore: (more: boolean) => void;
  /** Only who has no place or class is shown. */
  open: boolean;
  onOpen: (on: boolean) => void;
}

function BatchCard({ batch, more, onMore, open, onOpen }: BatchCardProps) {
  const computed = batch.shuntStatus !== shuntStatus.collecting;
  return (
    <>
      <Headline
        actions={
          <>
            <StatusTag tone={tones[batch.shuntStatus] ?? 'grey'}>{batch.shuntStatusName}</StatusTag>
            <span>批次与专业方向</span>
            <CollapseToggle
              open={more}
              onToggle={() => {
                onMore(!more);
              }}
            />
          </>
        }
      >
        <Figure lead value={batch.studentNum} label="学生" />
        <Figure value={batch.filedNum} label="已填志愿" />
        {computed && (
          <Figure
            value={batch.unplacedNum + batch.unassignedNum}
            label="未录取或未分班"
            tone={batch.unplacedNum + batch.unassignedNum === 0 ? 'green' : 'orange'}
            filter={{
              on: open,
              onToggle: () => {
                onOpen(!open);
              },
            }}
          />
        )}
        {batch.leftOutNum > 0 && <Figure value={batch.leftOutNum} label="未参加" />}
      </Headline>
      {batch.opinion !== '' && (
        <Alert variant="light" color="orange">
          审批意见：{batch.opinion}
        </Alert>
      )}
      {more && (
        <Card>
          <FactList
            columns={3}
            items={[
              {
                label: '填报时间',
                value: `${batch.volunteerBegin.slice(0, 16)} 至 ${batch.volunteerEnd.slice(0, 16)}`,
              },
              {
                label: '录取规则',
                value: `${batch.admitRuleName}，${batch.scoreBasisName}${batch.needInterview ? '，须面试合格' : ''}`,
              },
              { label: '分流', value: `${batch.sourceGradeMajorName}，${batch.diversionTypeName}` },
              { label: '公示', value: batch.publishedAt === null ? '未公示' : `${batch.publishedAt.slice(0, 16)} 起` },
              { label: '生效日期', value: batch.effectiveDate || '未执行' },
            ]}
          />
        </Card>
      )}
    </>
  );
}
