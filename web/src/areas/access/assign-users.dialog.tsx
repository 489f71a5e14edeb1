import {
  assignableUsers,
  assignUsers,
  type assignableSorts,
  type RoleView,
} from '@jwxt/contracts/access/role.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sortingOf, type ListInDialog } from '../../ui/list-sorting.ts';
import { pagingOf } from '../../ui/paging.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';
import classes from './access.module.css';
import { UnitSelect } from './unit-select.tsx';

type Candidate = OutputOf<typeof assignableUsers>['rows'][number];
const columns: Column<Candidate>[] = [
  {
    key: 'userName',
    title: '账号',
    sort: 'userName',
    width: 140,
    align: 'left',
    ellipsis: true,
    render: (row) => row.userName,
  },
  { key: 'name', title: '姓名', sort: 'name', width: 110, align: 'left', ellipsis: true, render: (row) => row.name },
  {
    key: 'businessCode',
    title: '工号 / 学号',
    sort: 'businessCode',
    width: 130,
    align: 'left',
    render: (row) => row.businessCode || NOTHING,
  },
  {
    key: 'departmentName',
    title: '单位',
    sort: 'departmentName',
    width: 'auto',
    align: 'left',
    ellipsis: true,
    render: (row) => row.departmentName || NOTHING,
  },
];

/** 添加用户: people of the role's kind who do not hold it, and the days for which they will (PERM-23). */
export function AssignUsersDialog({ role, onClose }: { role: RoleView; onClose: () => void }) {
  const [search, setSearch] = useState<
    ListInDialog<(typeof assignableSorts)[number]> & { keyword: string; dwh: string | null }
  >({ keyword: '', dwh: null, pageNo: 1, pageSize: 10 });
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [days, setDays] = useState({ fromDate: null as string | null, toDate: null as string | null });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { dwh, ...asked } = search;
  const query = useOperation(
    assignableUsers,
    { jsbh: role.jsbh, ...asked, ...(dwh === null ? {} : { dwh }) },
    { staleTime: 0 },
  );
  const assign = useOperationMutation(assignUsers, {
    invalidates: ['role.', 'roleMana.'],
    success: true,
    onSuccess: onClose,
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
      if (error.fieldErrors.length === 0) notify.failure(error);
    },
  });
  const submit = () => {
    const { fromDate, toDate } = days;
    if (fromDate !== null && toDate !== null && toDate < fromDate) {
      setErrors({ toDate: '结束日期不能早于开始日期' });
      return;
    }
    setErrors({});
    assign.mutate({
      jsbh: role.jsbh,
      userNames: [...chosen],
      ...(fromDate === null ? {} : { fromDate }),
      ...(toDate === null ? {} : { toDate }),
    });
  };
  return (
    <Dialog
      opened
      width={820}
      title={`添加用户：${role.jsmc}`}
      onClose={onClose}
      input={[[...chosen], days]}
      footerNote={`已选择 ${String(chosen.size)} 名用户`}
      footer={
        <>
          <CancelButton />
          <Button disabled={chosen.size === 0} loading={assign.isPending} onClick={submit}>
            确定
          </Button>
        </>
      }
    >
      <form
        className={classes['line']}
        onSubmit={(event) => {
          event.preventDefault();
          setSearch({ ...search, keyword: typed, pageNo: 1 });
        }}
      >
        <TextInput
          aria-label="姓名、账号或工号学号"
          className={classes['grow'] ?? ''}
          placeholder="按姓名、账号或工号学号查找"
          maxLength={60}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <UnitSelect
          label="单位"
          placeholder="全部单位"
          value={dwh}
          onChange={(value) => {
            setSearch({ ...search, dwh: value, pageNo: 1 });
          }}
        />
        <Button type="submit" variant="default" loading={query.isFetching}>
          查询
        </Button>
      </form>
      <DataTable<Candidate>
        label="可添加的用户"
        columns={columns}
        rows={query.data?.rows}
        query={query}
        rowKey={({ userName }) => userName}
        selection={{ keys: chosen, onChange: setChosen }}
        empty={{ reason: '没有可添加的用户' }}
        footer={<span />}
        paging={pagingOf(search, query.data?.total, (page) => {
          setSearch({ ...search, ...page });
        })}
        sorting={sortingOf(search, (sorted) => {
          setSearch({ ...search, ...sorted });
        })}
      />
      <div className={classes['line']} style={{ marginTop: 12 }}>
        <Field label="开始日期" htmlFor="assign-from" error={errors['fromDate']} hint="不填：立即">
          <DateField
            id="assign-from"
            value={days.fromDate}
            onChange={(fromDate) => {
              setDays({ ...days, fromDate });
            }}
          />
        </Field>
        <Field label="结束日期" htmlFor="assign-to" error={errors['toDate']} hint="含当天；不填：长期">
          <DateField
            id="assign-to"
            value={days.toDate}
            error={errors['toDate'] !== undefined}
            onChange={(toDate) => {
              setDays({ ...days, toDate });
            }}
          />
        </Field>
      </div>
    </Dialog>
  );
}
