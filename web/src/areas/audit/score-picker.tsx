import { Loader, Select } from '@mantine/core';
import { auditCourses, auditStudents } from '@jwxt/contracts/audit/audit.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { useSearchDebounce } from '../../lib/search-debounce.ts';
import { nothingFound } from '../../ui/nothing-found.ts';

type PickerProps = { value: string; onChange: (value: string) => void };

/** A student by number, name or pinyin. */
export function StudentPicker({ value, onChange }: PickerProps) {
  const [typed, setTyped] = useState(value);
  const keyword = useSearchDebounce(typed.split(' ')[0] ?? '');
  const query = useOperation(auditStudents, { keyword, pageSize: 20 });
  const data = (query.data?.list ?? []).map((row) => ({
    value: row.studentNumber,
    label: `${row.studentNumber} ${row.studentName}`,
    note: row.administrativeClassName,
  }));
  const shown =
    data.some((option) => option.value === value) || value === '' ? data : [{ value, label: value, note: '' }, ...data];
  return (
    <Select
      aria-label="学生"
      placeholder="学号、姓名或拼音"
      w={240}
      searchable
      clearable
      data={shown}
      value={value === '' ? null : value}
      onChange={(next) => {
        onChange(next ?? '');
      }}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={nothingFound(query, '没有符合条件的学生')}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
      renderOption={({ option }) => (
        <span>
          {option.label} <small style={{ color: 'var(--jw-text-3)' }}>{(option as { note?: string }).note}</small>
        </span>
      )}
    />
  );
}

/** A course that the student has any score event of. */
export function CoursePicker({ studentCode, value, onChange }: PickerProps & { studentCode: string }) {
  const query = useOperation(auditCourses, { studentCode }, { enabled: studentCode !== '', keepPrevious: false });
  const data = (query.data?.list ?? []).map((row) => ({
    value: row.courseNum,
    label: `${row.courseNum} ${row.courseName}`,
    note: `${String(row.eventCount)} 个事件`,
  }));
  return (
    <Select
      aria-label="课程"
      placeholder={studentCode === '' ? '请先选择学生' : '请选择课程'}
      w={260}
      searchable
      clearable
      disabled={studentCode === ''}
      data={data}
      value={value === '' ? null : value}
      onChange={(next) => {
        onChange(next ?? '');
      }}
      nothingFoundMessage={nothingFound(query, '该学生还没有成绩记录')}
      renderOption={({ option }) => (
        <span>
          {option.label} <small style={{ color: 'var(--jw-text-3)' }}>{(option as { note?: string }).note}</small>
        </span>
      )}
    />
  );
}
