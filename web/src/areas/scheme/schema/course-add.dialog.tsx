import type { CourseRow } from '@jwxt/contracts/base-info/course.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { courseOfShown } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import type { SchemaFrame } from '@jwxt/contracts/scheme/schema/schema-frame.ts';
import { coursePeriodType } from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import { specialType } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { Button, Stack } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { call } from '../../../lib/api.ts';
import { newCommandId } from '../../../lib/command-id.ts';
import { notify } from '../../../lib/notify.ts';
import { CoursePicker } from '../../../pickers/course-picker.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';
import { classOptions, termOptions } from './course-edit.dialog.tsx';

type CourseAddProps = {
  frame: SchemaFrame;
  /** Where they go, as far as that is known. */
  start: { term: number; classifyId: string };
  courses: readonly SchemaCourse[];
  onAdd: (courses: SchemaCourse[]) => void;
  onClose: () => void;
};

/** Chooses courses of the library for a class and a term; they begin with what the library says of them. */
export function CourseAddDialog({ frame, start, courses, onAdd, onClose }: CourseAddProps) {
  const [chosen, setChosen] = useState<CourseRow[]>([]);
  const [place, setPlace] = useState(start);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const known = new Set(courses.map(({ courseCode }) => courseCode));
  const fresh = chosen.filter(({ courseId }) => !known.has(courseId));
  const left = chosen.length - fresh.length;
  const add = async () => {
    setBusy(true);
    try {
      const facts = await Promise.all(fresh.map(({ courseId }) => call(coursePeriodType, { courseCode: courseId })));
      const node = frame.nodes.find(({ nodeId }) => nodeId === place.classifyId);
      onAdd(
        facts.map(({ hours, ...fact }, index) =>
          courseOfShown({
            ...fact,
            hours: hours.map(({ xsbh, xs }) => ({ xsbh, xs })),
            courseNature: node?.courseNature ?? fact.courseNature,
            courseAttribute: node?.courseAttribute ?? fact.courseAttribute,
            schemaCourseID: newCommandId(),
            classifyId: place.classifyId,
            moduleId: node?.parentId ?? '',
            term: place.term,
            startEndWeek: '',
            directionId: '',
            directionName: '',
            specialType: specialType.none,
            courseGroupId: '',
            courseGroupName: '',
            isDegreeCourse: yesNo.no,
            isCore: yesNo.no,
            prerequisites: [],
            sortNum: courses.length + index + 1,
          }),
        ),
      );
    } catch (error) {
      notify.failure(error, '添加失败');
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setAsked(true);
    if (fresh.length > 0 && place.classifyId !== '' && !busy) void add();
  };
  return (
    <Dialog opened onClose={onClose} width={560} title="添加课程" input={chosen}>
      <form onSubmit={submit} noValidate>
        <Stack gap={12}>
          <Field
            label="课程"
            required
            error={asked && fresh.length === 0 ? (left > 0 ? '所选课程都已在方案中' : '请选择课程') : undefined}
            hint={left > 0 && fresh.length > 0 ? `其中 ${String(left)} 门已在方案中，不再添加` : undefined}
          >
            <CoursePicker multiple value={chosen} onChange={setChosen} />
          </Field>
          <Field label="课程分类" htmlFor="add-class" required error={asked && place.classifyId === ''}>
            <SearchableSelect
              id="add-class"
              options={classOptions(frame)}
              value={place.classifyId || null}
              clearable={false}
              onChange={(code) => {
                setPlace({ ...place, classifyId: code ?? '' });
              }}
            />
          </Field>
          <Field label="学期" htmlFor="add-term" required>
            <SearchableSelect
              id="add-term"
              options={termOptions}
              value={String(place.term)}
              clearable={false}
              onChange={(code) => {
                setPlace({ ...place, term: Number(code ?? place.term) });
              }}
            />
          </Field>
          <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
            <CancelButton />
            <Button type="submit" loading={busy}>
              {fresh.length > 0 ? `添加 ${String(fresh.length)} 门` : '添加'}
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
