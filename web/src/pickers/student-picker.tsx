import { Loader, Select } from '@mantine/core';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import { useSearchDebounce } from '../lib/search-debounce.ts';
import { nothingFound } from '../ui/nothing-found.ts';

export type PickedStudent = OutputOf<typeof findStudents>['list'][number];

export type StudentPickerProps = {
  id: string;
  value: PickedStudent | null;
  onChange: (student: PickedStudent | null) => void;
  error?: boolean;
  disabled?: boolean;
};

const labelOf = (student: PickedStudent) => `${student.studentNumber} ${student.studentName}`;

/** A student in the person's scope, by number, name or pinyin. */
export function StudentPicker({ id, value, onChange, error = false, disabled = false }: StudentPickerProps) {
  const [typed, setTyped] = useState('');
  const keyword = useSearchDebounce(value !== null && typed === labelOf(value) ? '' : typed.trim().slice(0, 30));
  const query = useOperation(findStudents, { keyword }, { enabled: !disabled });
  const found = query.data?.list ?? [];
  const list =
    value === null || found.some((each) => each.studentCode === value.studentCode) ? found : [value, ...found];
  const byCode = new Map(list.map((student) => [student.studentCode, student]));
  return (
    <Select
      id={id}
      placeholder="学号、姓名或拼音"
      searchable
      clearable
      allowDeselect={false}
      disabled={disabled}
      error={error}
      data={list.map((student) => ({ value: student.studentCode, label: labelOf(student) }))}
      value={value?.studentCode ?? null}
      onChange={(code) => {
        onChange(code === null ? null : (byCode.get(code) ?? null));
      }}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      maxDropdownHeight={320}
      nothingFoundMessage={nothingFound(query, '没有符合条件的学生')}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
      renderOption={({ option }) => {
        const student = byCode.get(option.value);
        return (
          <span>
            {option.label}{' '}
            <small style={{ color: 'var(--jw-text-3)' }}>
              {student?.administrativeClassName} · {student?.departmentName}
            </small>
          </span>
        );
      }}
    />
  );
}
