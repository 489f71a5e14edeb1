// @vitest-environment jsdom
import { queryCourses } from '@jwxt/contracts/base-info/course.operations.ts';
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { gradeCourseReplace, studentTagsReplace } from '@jwxt/contracts/scheme/individual/course-replace.resource.ts';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { FieldInput } from './resource-field-input.tsx';

signedInAlways({ permissions: ['courseInfo:query', 'studentInfo:query'] });
const of = { row: null, disabled: false, error: false } as const;

it('SCHEME-36, 38: courses and students of a rule are several, named as the row names them', async () => {
  stubApi([
    [queryCourses, () => ok({ rows: [], total: 0 })],
    [
      findStudents,
      () =>
        ok({
          list: [
            {
              studentCode: 'S2',
              studentNumber: '2026002',
              studentName: '李四',
              departmentName: '',
              gradeMajorName: '',
              administrativeClassName: '',
            },
          ],
        }),
    ],
  ]);
  const changed = vi.fn<(value: unknown) => void>();
  const { user } = render(
    <>
      <FieldInput
        {...of}
        id="courses"
        label="原课程"
        name="oldCourses"
        field={gradeCourseReplace.fields.oldCourses}
        value={['K1', 'K2']}
        row={{ oldCourses: ['K1', 'K2'], oldCoursesName: '高等数学、线性代数' }}
        onChange={changed}
      />
      <FieldInput
        {...of}
        id="students"
        label="学生"
        name="studentCodes"
        field={studentTagsReplace.fields.studentCodes}
        value={['S1']}
        onChange={changed}
      />
    </>,
  );
  expect(screen.getByLabelText<HTMLInputElement>('原课程').value).toBe('高等数学、线性代数');
  await user.click(screen.getByRole('combobox', { name: '学生' }));
  await user.click(await screen.findByText('2026002 李四'));
  expect(changed).toHaveBeenLastCalledWith(['S1', 'S2']);
});
