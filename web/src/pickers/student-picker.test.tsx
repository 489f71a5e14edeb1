// @vitest-environment jsdom
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { StudentPicker, type PickedStudent } from './student-picker.tsx';

signedInAlways();
const student = {
  studentCode: 'S1',
  studentNumber: '2024001',
  studentName: '张三',
  administrativeClassName: '计科2401',
  departmentName: '计算机学院',
} as PickedStudent;

it('keeps the chosen student when he is picked again', async () => {
  stubApi([[findStudents, () => ok({ list: [student] })]]);
  const onChange = vi.fn<(picked: PickedStudent | null) => void>();
  const { user } = render(<StudentPicker id="student" value={student} onChange={onChange} />);
  await user.click(screen.getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: /2024001 张三/ }));
  expect(onChange.mock.calls.flat()).not.toContain(null);
});
