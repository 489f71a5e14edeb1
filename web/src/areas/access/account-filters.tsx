import { accountSorts } from '@jwxt/contracts/access/account.operations.ts';
import { accountStatus, accountStatuses } from '@jwxt/contracts/access/account.vocabulary.ts';
import { personKind, personKinds } from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import { roleNames } from '@jwxt/contracts/access/role.operations.ts';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { Card } from '../../ui/page.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { UnitSelect } from './unit-select.tsx';

const text = () => z.string().catch('').default('');
/** What a list of accounts is asked for, in the page's address. */
export const accountFilter = z.object({
  userName: text(),
  name: text(),
  userType: z
    .enum(['', ...Object.values(personKind)])
    .catch('')
    .default(''),
  businessCode: text(),
  departmentId: text(),
  jsbh: text(),
  accountStatus: z
    .enum(['', ...Object.values(accountStatus)])
    .catch('')
    .default(''),
  pageNo: z.coerce.number().int().min(1).catch(1).default(1),
  pageSize: z.coerce.number().int().min(10).max(200).catch(100).default(100),
  ...sortField(accountSorts),
});
export type AccountSearch = Omit<z.output<typeof accountFilter>, 'pageNo' | 'pageSize' | 'sort'>;

/** What is asked for and not empty, as the operations take it. */
export function askedFor({ userType, accountStatus: status, ...texts }: AccountSearch) {
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...(userType === '' ? {} : { userType }),
    ...(status === '' ? {} : { accountStatus: status }),
  };
}

const choices = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }));

/** The search card of accounts; typed here, and written into the address by 查询. */
export function AccountFilters({
  search,
  searching,
  onSearch,
}: {
  search: AccountSearch;
  searching: boolean;
  onSearch: (search: AccountSearch) => void;
}) {
  const [draft, setDraft] = useState(search);
  const roles = useOperation(roleNames, {});
  const change = (part: Partial<AccountSearch>) => {
    setDraft({ ...draft, ...part });
  };
  const typed = (name: 'userName' | 'name' | 'businessCode', label: string) => (
    <Field label={label} htmlFor={`account-search-${name}`}>
      <TextInput
        id={`account-search-${name}`}
        maxLength={60}
        placeholder={`请输入${label}`}
        value={draft[name]}
        onChange={(event) => {
          change({ [name]: event.currentTarget.value });
        }}
      />
    </Field>
  );
  const chosen = (
    name: 'userType' | 'accountStatus' | 'jsbh',
    label: string,
    data: readonly { value: string; label: string }[],
  ) => (
    <Field label={label} htmlFor={`account-search-${name}`}>
      <Select
        id={`account-search-${name}`}
        clearable
        placeholder="全部"
        data={[...data]}
        value={draft[name] || null}
        onChange={(value) => {
          change({ [name]: value ?? '' });
        }}
      />
    </Field>
  );
  return (
    <Card flush>
      <SearchForm
        searching={searching}
        onSearch={() => {
          onSearch(draft);
        }}
        onReset={() => {
          onSearch(accountFilter.parse({}));
        }}
      >
        {typed('userName', '账号')}
        {typed('name', '姓名')}
        {typed('businessCode', '工号 / 学号')}
        {chosen('userType', '用户类型', choices(personKinds))}
        {chosen('accountStatus', '状态', choices(accountStatuses))}
        {chosen(
          'jsbh',
          '角色',
          (roles.data ?? []).map(({ jsbh, jsmc }) => ({ value: jsbh, label: jsmc })),
        )}
        <Field label="单位" htmlFor="account-search-unit">
          <UnitSelect
            id="account-search-unit"
            value={draft.departmentId || null}
            onChange={(dwh) => {
              change({ departmentId: dwh ?? '' });
            }}
          />
        </Field>
      </SearchForm>
    </Card>
  );
}
