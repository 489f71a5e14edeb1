import { queryProcesses } from '@jwxt/contracts/approval/process-setting.operations.ts';
import { approvalTypeNames, nodeMode } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button, Select, UnstyledButton } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Card, Page, Toolbar } from '../../../ui/page.tsx';
import { ShortTime } from '../../../ui/short-time.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import classes from '../approval.module.css';
import { ProcessDialog } from './process.dialog.tsx';
import { timeoutInWords } from './process-words.model.ts';
import { SimulationDialog } from './simulation.dialog.tsx';

type Row = OutputOf<typeof queryProcesses>['list'][number];

const yes = (is: boolean): string => (is ? '是' : '否');

/** 审批流程设置 (SYSADMIN-23, 24): processes with their versions and drafts, and who would decide what. */
export function ProcessSettingsPage() {
  const [categoryId, setCategory] = useState<string | null>(null);
  const all = useOperation(queryProcesses, {});
  const query = useOperation(queryProcesses, categoryId === null ? {} : { categoryId });
  const categories = new Map(
    (all.data?.list ?? []).flatMap((row) =>
      row.categoryId === null ? [] : [[row.categoryId, row.categoryName ?? '']],
    ),
  );
  const [opened, setOpened] = useState<string | null>(null);
  const [simulating, setSimulating] = useState(false);
  const maySimulate = useMay('processSetting:simulate');
  const mayUpdate = useMay('processSetting:update');
  const columns: readonly Column<Row>[] = [
    { key: 'processNo', title: '流程编码', width: 120, align: 'left', render: (row) => row.processNo },
    {
      key: 'name',
      title: '流程名称',
      width: 176,
      align: 'left',
      ellipsis: true,
      render: (row) => row.definition.processName,
    },
    { key: 'category', title: '类别', width: 90, render: (row) => row.categoryName ?? NOTHING },
    {
      key: 'nodes',
      title: '审批节点',
      width: 'auto',
      least: 280,
      align: 'left',
      ellipsis: true,
      render: (row) =>
        row.definition.nodes
          .map((node) => `${node.processNodeName}${node.nodeMode === nodeMode.all ? '（全部）' : ''}`)
          .join(' → '),
    },
    {
      key: 'type',
      title: '审批类型',
      width: 110,
      importance: 3,
      render: (row) => approvalTypeNames[row.definition.approvalType],
    },
    { key: 'recall', title: '可撤回', width: 72, importance: 3, render: (row) => yes(row.definition.recallAllowed) },
    {
      key: 'transfer',
      title: '可转办',
      width: 72,
      importance: 3,
      render: (row) => yes(row.definition.transferAllowed ?? true),
    },
    {
      key: 'limit',
      title: '时限 · 超时处理',
      width: 130,
      render: ({ definition }) =>
        [
          definition.timeLimitDays === undefined ? '学校默认' : `${String(definition.timeLimitDays)} 天`,
          ...(definition.timeoutAction === undefined ? [] : [timeoutInWords(definition)]),
        ].join(' · '),
    },
    {
      key: 'version',
      title: '版本',
      width: 130,
      importance: 2,
      render: (row) => (
        <>
          {row.version} · <ShortTime time={row.publishedAt} />
        </>
      ),
    },
    {
      key: 'draft',
      title: '草稿',
      width: 96,
      render: (row) =>
        row.draft ? (
          <StatusTag tone="orange" title={`${row.draft.editedBy} ${row.draft.editedAt}`}>
            有草稿
          </StatusTag>
        ) : (
          NOTHING
        ),
    },
    {
      key: 'actions',
      title: '操作',
      width: 84,
      pinRight: true,
      render: (row) => (
        <UnstyledButton
          className={classes['action']}
          aria-label={`${mayUpdate ? '设置' : '查看'} ${row.definition.processName}`}
          onClick={() => {
            setOpened(row.processNo);
          }}
        >
          {mayUpdate ? '设置' : '查看'}
        </UnstyledButton>
      ),
    },
  ];
  return (
    <Page title="审批流程设置">
      <Card flush grow>
        <Toolbar right={<span className={classes['second']}>发布新版本后，审批中的申请仍按提交时的版本进行</span>}>
          <Select
            clearable
            w={130}
            placeholder="全部类别"
            aria-label="类别"
            value={categoryId}
            data={[...categories].map(([value, label]) => ({ value, label }))}
            onChange={setCategory}
          />
          {maySimulate && (
            <Button
              variant="light"
              leftSection={<IconRoute size={16} />}
              onClick={() => {
                setSimulating(true);
              }}
            >
              流程模拟
            </Button>
          )}
        </Toolbar>
        <DataTable
          label="审批流程"
          columns={columns}
          rows={query.data?.list}
          query={query}
          rowKey={(row) => row.processNo}
          numberFrom={1}
          minWidth={1416}
          empty={{ title: '没有审批流程', reason: '标准流程随系统提供，请联系系统管理员' }}
        />
      </Card>
      <ProcessDialog
        processNo={opened}
        onClose={() => {
          setOpened(null);
        }}
      />
      <SimulationDialog
        opened={simulating}
        processes={all.data?.list ?? []}
        onClose={() => {
          setSimulating(false);
        }}
      />
    </Page>
  );
}
