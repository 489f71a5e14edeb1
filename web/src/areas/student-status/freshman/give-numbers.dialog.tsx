import type { DividedGradeMajor } from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import { studentIdRule } from '@jwxt/contracts/student-status/freshman/number-rule.resource.ts';
import { sortRule } from '@jwxt/contracts/student-status/freshman/sort-rule.resource.ts';
import { sortUse } from '@jwxt/contracts/student-status/freshman/sort.rules.ts';
import {
  generateStudentNumbers,
  previewStudentNumbers,
  type NumberedFreshman,
} from '@jwxt/contracts/student-status/freshman/student-number.operations.ts';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';
import { freshmanStale } from './freshman-results.ts';
import { RuleSelect } from './rule-select.tsx';

const columns: Column<NumberedFreshman>[] = [
  { key: 'number', title: '学号', width: 160, render: (row) => row.studentNumber },
  { key: 'name', title: '姓名', width: 120, render: (row) => row.studentName },
  { key: 'examinee', title: '考生号', width: 150, render: (row) => row.examineeNumber },
  { key: 'class', title: '行政班', width: 160, align: 'left', render: (row) => row.administrativeClassName },
  {
    key: 'major',
    title: '年级专业',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => row.gradeMajorName,
  },
];

/** 编学号 (STUDENT-STATUS-13): the list of numbers is shown before they are given. */
export function GiveNumbersDialog({ majors, onClose }: { majors: readonly DividedGradeMajor[]; onClose: () => void }) {
  const [idRuleId, setIdRuleId] = useState<string | null>(null);
  const [sortRuleId, setSortRuleId] = useState<string | null>(null);
  const [page, setPage] = useState({ pageNo: 1, pageSize: 20 });
  const gradeMajorIds = majors.map(({ gradeMajorId }) => gradeMajorId);
  const asked = { gradeMajorIds, idRuleId: idRuleId ?? '', sortRuleId };
  const preview = useOperation(
    previewStudentNumbers,
    { ...asked, ...page },
    { enabled: idRuleId !== null, staleTime: 0 },
  );
  const give = useOperationMutation(generateStudentNumbers, {
    invalidates: freshmanStale,
    onSuccess: ({ given }) => {
      notify.success(`已为 ${String(given)} 名新生编排学号`);
      onClose();
    },
    onError: (error) => {
      notify.failure(error);
      void preview.refetch();
    },
  });
  const choose = (set: (key: string | null) => void) => (key: string | null) => {
    set(key);
    setPage({ ...page, pageNo: 1 });
  };
  const shown = idRuleId === null ? undefined : preview.data;
  return (
    <Dialog
      opened
      width={1000}
      title={`编学号（${String(majors.length)} 个年级专业）`}
      onClose={onClose}
      footerNote="用过的学号不再使用"
      footer={
        <>
          <CancelButton />
          <Button
            disabled={shown === undefined || shown.total === 0 || preview.isFetching}
            loading={give.isPending}
            onClick={() => {
              if (shown) give.mutate({ ...asked, digest: shown.digest });
            }}
          >
            确定编学号（{shown?.total ?? 0} 人）
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Group gap={12} align="flex-end" grow>
          <Field label="学号规则" htmlFor="numbers-rule" required>
            <RuleSelect
              id="numbers-rule"
              resource={studentIdRule}
              placeholder="请选择学号规则"
              value={idRuleId}
              onChange={choose(setIdRuleId)}
            />
          </Field>
          <Field label="排序规则" htmlFor="numbers-sort">
            <RuleSelect
              id="numbers-sort"
              resource={sortRule}
              filter={{ useFor: sortUse.number }}
              placeholder="按考生号"
              value={sortRuleId}
              onChange={choose(setSortRuleId)}
            />
          </Field>
        </Group>
        {shown !== undefined && shown.left.length > 0 && (
          <Alert color="orange" icon={<IconAlertTriangle size={16} />} role="alert">
            {shown.left.map(({ name, num, message }) => `${name} ${String(num)} 人：${message}`).join('；')}
          </Alert>
        )}
        <DataTable<NumberedFreshman>
          label="将要编排的学号"
          columns={columns}
          rows={idRuleId === null ? [] : shown?.rows}
          query={preview}
          rowKey={(row) => row.studentNumber}
          numberFrom={(page.pageNo - 1) * page.pageSize + 1}
          scrollHeight={320}
          dense
          empty={{ reason: idRuleId === null ? '选择学号规则后显示名单' : '没有已分班、待编学号的新生' }}
          paging={pagingOf(page, shown?.total, (change) => {
            setPage({ ...page, ...change });
          })}
        />
      </Stack>
    </Dialog>
  );
}
