import { Loader, MultiSelect } from '@mantine/core';
import type { CourseRow } from '@jwxt/contracts/base-info/course.operations.ts';
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import { useSearchDebounce } from '../lib/search-debounce.ts';
import { CoursePicker } from '../pickers/course-picker.tsx';
import { inputAttributes, type WidgetProps } from '../ui/widget-props.ts';
import { nothingFound } from '../ui/nothing-found.ts';

interface SeveralProps extends WidgetProps {
  value: readonly string[];
  onChange: (codes: string[]) => void;
  /** Names of stored codes. */
  known: ReadonlyMap<string, string>;
}

/** Several courses, in the order in which they were chosen. */
export function CoursesInput({ value, onChange, known, ...widget }: SeveralProps) {
  const [picked, setPicked] = useState<ReadonlyMap<string, CourseRow>>(new Map());
  return (
    <CoursePicker
      {...widget}
      multiple
      value={value.map(
        (code) => picked.get(code) ?? ({ courseId: code, courseName: known.get(code) ?? code } as CourseRow),
      )}
      onChange={(rows) => {
        setPicked(new Map(rows.map((row) => [row.courseId, row])));
        onChange(rows.map(({ courseId }) => courseId));
      }}
    />
  );
}

/** Several students in the person's scope, each found by number, name or pinyin. */
export function StudentsInput({ value, onChange, known, ...widget }: SeveralProps) {
  const [typed, setTyped] = useState('');
  const [names, setNames] = useState(known);
  const keyword = useSearchDebounce(typed.trim().slice(0, 30));
  const query = useOperation(findStudents, { keyword });
  const found = new Map(
    (query.data?.list ?? []).map((student) => [student.studentCode, `${student.studentNumber} ${student.studentName}`]),
  );
  const chosen = value.filter((code) => !found.has(code)).map((code) => [code, names.get(code) ?? code] as const);
  return (
    <MultiSelect
      {...inputAttributes(widget)}
      searchable
      placeholder={value.length === 0 ? '学号、姓名或拼音' : ''}
      data={[...chosen, ...found].map(([code, label]) => ({ value: code, label }))}
      value={[...value]}
      onChange={(codes) => {
        setNames(new Map(codes.map((code) => [code, found.get(code) ?? names.get(code) ?? code])));
        onChange(codes);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      maxDropdownHeight={280}
      comboboxProps={{ zIndex: 320 }}
      nothingFoundMessage={nothingFound(query, '没有符合条件的学生')}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
    />
  );
}
