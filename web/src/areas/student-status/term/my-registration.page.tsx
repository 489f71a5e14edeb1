import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  ownPayments,
  ownRegistrations,
  registerOwnOperation,
  type OwnPayment,
} from '@jwxt/contracts/student-status/term/registration.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import {
  paidStatusNames,
  registerStatus,
  registerStatusNames,
  type RegisterStatus,
} from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { Alert, Button } from '@mantine/core';
import { IconCalendarCheck, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useOperation } from '../../../lib/queries.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import { useProcess } from '../../../ui/use-process.ts';
import { wholeDates } from '../../../ui/whole-dates.tsx';

type Own = OutputOf<typeof ownRegistrations>;
type Row = Own['list'][number];

const tones: Record<RegisterStatus, Tone> = {
  [registerStatus.none]: 'grey',
  [registerStatus.registered]: 'green',
  [registerStatus.delayed]: 'blue',
  [registerStatus.refused]: 'red',
};
const columns: Column<Row>[] = [
  { key: 'semester', title: '学年学期', width: 220, align: 'left', render: ({ semesterName }) => semesterName },
  {
    key: 'status',
    title: '注册状态',
    width: 120,
    render: ({ registerStatus: status }) => <StatusTag tone={tones[status]}>{registerStatusNames[status]}</StatusTag>,
  },
  { key: 'time', title: '注册时间', width: 180, render: ({ registerTime }) => registerTime ?? NOTHING },
  { key: 'paid', title: '缴费', width: 100, render: ({ paidStatus }) => paidStatusNames[paidStatus] },
  { key: 'remark', title: '说明', width: 'auto', align: 'left', ellipsis: true, render: ({ remark }) => remark },
];
const paymentColumns: Column<OwnPayment>[] = [
  { key: 'year', title: '学年', width: 120, render: ({ xnzj }) => xnzj },
  { key: 'category', title: '费用类别', width: 'auto', align: 'left', render: (row) => row.expenseCategoryName },
  { key: 'payable', title: '应缴（元）', width: 120, align: 'right', render: ({ payableAmount }) => payableAmount },
  { key: 'reduce', title: '减免（元）', width: 120, align: 'right', render: ({ reduceAmount }) => reduceAmount },
  { key: 'paid', title: '已缴（元）', width: 120, align: 'right', render: ({ payAmountFee }) => payAmountFee },
  {
    key: 'arrears',
    title: '欠费（元）',
    width: 120,
    align: 'right',
    render: ({ arrears }) =>
      Number(arrears) > 0 ? <span style={{ color: 'var(--jw-red-text)' }}>{arrears}</span> : arrears,
  },
  { key: 'time', title: '缴费时间', width: 180, render: ({ payTime }) => payTime || NOTHING },
];

/** The student registers himself while the times are open, and sees what he has to pay (STUDENT-STATUS-03, 04). */
export function MyRegistrationPage() {
  const query = useOperation(ownRegistrations, {});
  const payments = useOperation(ownPayments, {});
  const rows = payments.data?.rows;
  return (
    <Page title="我的注册与缴费">
      <Current current={query.data?.current ?? null} loaded={query.data !== undefined} />
      <Card title="注册记录" flush>
        <DataTable<Row>
          label="注册记录"
          columns={columns}
          rows={query.data?.list}
          query={query}
          rowKey={({ registrationId }) => registrationId}
          empty={{ reason: '还没有注册记录' }}
        />
      </Card>
      <Card title="缴费" note="由财务部门提供；有疑问请联系财务部门" flush grow>
        <DataTable<OwnPayment>
          label="缴费"
          columns={paymentColumns}
          rows={rows?.slice(0, -1)}
          totalRow={rows?.at(-1)}
          query={payments}
          rowKey={({ paymentId }) => paymentId}
          empty={{ reason: '还没有缴费数据' }}
        />
      </Card>
    </Page>
  );
}

/** What he can do now. */
function Current({ current, loaded }: { current: Own['current']; loaded: boolean }) {
  const register = useProcess(registerOwnOperation, {
    invalidates: ['registration.'],
    success: '注册成功',
    confirm: () => ({ message: '确定办理本学期注册吗？', confirmText: '注册' }),
  });
  if (!loaded) return null;
  if (current === null)
    return (
      <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
        现在没有开放网上注册。需要办理注册请联系所在院系。
      </Alert>
    );
  const { semesterId, semesterName, beginTime, endTime, open, registered, problem } = current;
  if (registered)
    return (
      <Alert color="green" variant="light" icon={<IconCircleCheck size={18} />}>
        {`您已完成${semesterName}的注册。`}
      </Alert>
    );
  const may = open && problem === null;
  return (
    <Alert color={may ? 'orange' : 'gray'} variant="light" icon={<IconCalendarCheck size={18} />}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 16 }}>
        <span style={{ flex: 1 }}>
          {wholeDates(`${semesterName}网上注册时间：${beginTime} 至 ${endTime}。`)}
          {problem ?? (open ? '请在截止之前办理注册。' : '时间还没有到。')}
        </span>
        <Button
          disabled={!may}
          loading={register.isPending}
          onClick={() => {
            register.start({ semesterId });
          }}
        >
          办理注册
        </Button>
      </div>
    </Alert>
  );
}
