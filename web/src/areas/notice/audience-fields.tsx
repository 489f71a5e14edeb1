import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Audience } from '@jwxt/contracts/notice/publishing.command.ts';
import { audienceCount, audienceOptions, audiencePeople } from '@jwxt/contracts/notice/publishing.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { Field } from '../../ui/search-form.tsx';
import classes from './notice.module.css';
import { nothingFound } from '../../ui/nothing-found.ts';

export type AudienceFieldsProps = {
  value: Audience;
  onChange: (audience: Audience) => void;
  /** Names of the single persons that are chosen already, by account. */
  names: Readonly<Record<string, string>>;
  error?: string | undefined;
};

/**
 * Who a notice is for: roles, units and grades narrow one another, single persons are added; with how many people that
 * is.
 */
export function AudienceFields({ value, onChange, names, error }: AudienceFieldsProps) {
  const options = useOperation(audienceOptions, {}, { staleTime: 300_000 });
  const [settled] = useDebouncedValue(value, 300);
  const count = useOperation(audienceCount, { audience: settled });
  const { roles = [], departments = [], grades = [], wholeSchool = true } = options.data ?? {};
  const nothing = value.roles.length + value.departments.length + value.grades.length + value.users.length === 0;
  return (
    <>
      <Field
        label="单位"
        htmlFor="audience-departments"
        required={!wholeSchool}
        error={error}
        {...(wholeSchool ? {} : { hint: '只能发给本单位的人员' })}
      >
        <ChooseMany
          id="audience-departments"
          options={departments}
          value={value.departments}
          onChange={(codes) => {
            onChange({ ...value, departments: codes });
          }}
          placeholder={wholeSchool ? '全校' : '请选择'}
          error={error !== undefined}
        />
      </Field>
      <div className={classes['pair']}>
        <Field label="角色" htmlFor="audience-roles">
          <ChooseMany
            id="audience-roles"
            options={roles}
            value={value.roles}
            onChange={(codes) => {
              onChange({ ...value, roles: codes });
            }}
            placeholder="不限"
          />
        </Field>
        <Field label="年级" htmlFor="audience-grades">
          <ChooseMany
            id="audience-grades"
            options={grades}
            value={value.grades}
            onChange={(codes) => {
              onChange({ ...value, grades: codes });
            }}
            placeholder="不限"
          />
        </Field>
      </div>
      <Field label="另加个人" htmlFor="audience-users">
        <PeoplePicker
          value={value.users}
          names={names}
          onChange={(users) => {
            onChange({ ...value, users });
          }}
        />
      </Field>
      <Field label="可见人数">
        <span className={classes['reach']} role="status">
          {count.data === undefined ? (
            '正在统计…'
          ) : (
            <>
              共 <b>{count.data.count}</b> 人{nothing ? '（全校有账号的）' : ''}
              {count.data.withoutAccount > 0 &&
                `，另有 ${String(count.data.withoutAccount)} 名在校师生没有启用的账号，看不到`}
              。单位含下级单位；单位、角色、年级同时满足，另加个人。
            </>
          )}
        </span>
      </Field>
    </>
  );
}

/** Single persons, found by name or account. */
function PeoplePicker({
  value,
  names,
  onChange,
}: {
  value: readonly string[];
  names: Readonly<Record<string, string>>;
  onChange: (users: string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), 250);
  const [known, setKnown] = useState(names);
  const found = useOperation(audiencePeople, { keyword }, { enabled: keyword !== '', keepPrevious: false });
  const list = found.data?.list ?? [];
  const label = (userName: string, name: string, departmentName = '') =>
    `${name}（${userName}${departmentName === '' ? '' : `，${departmentName}`}）`;
  const choices = [
    ...value.map((userName) => ({ value: userName, label: label(userName, known[userName] ?? userName) })),
    ...list
      .filter(({ userName }) => !value.includes(userName))
      .map(({ userName, name, departmentName }) => ({ value: userName, label: label(userName, name, departmentName) })),
  ];
  return (
    <MultiSelect
      id="audience-users"
      searchable
      clearable
      placeholder="输入姓名或账号查找"
      value={[...value]}
      data={choices}
      searchValue={typed}
      onSearchChange={setTyped}
      maxValues={500}
      comboboxProps={{ zIndex: 320 }}
      filter={({ options: all }) => all}
      hidePickedOptions
      nothingFoundMessage={keyword === '' ? '请输入姓名或账号' : nothingFound(found, '没有找到')}
      onChange={(users) => {
        setKnown({ ...known, ...Object.fromEntries(list.map(({ userName, name }) => [userName, name])) });
        onChange(users);
      }}
    />
  );
}
