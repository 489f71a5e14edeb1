// @vitest-environment jsdom
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import { studentApplications } from '@jwxt/contracts/student-application/all-student-applications.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { StudentApplicationNewPage } from './student-application-new.page.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
  useRouter: () => null,
}));
signedOutAfterwards();

// SCHEME-39
test('an address that names a student and a part of the form opens it so, and that is sent', async () => {
  const { personalScheme } = studentApplications;
  signIn({ permissions: [personalScheme.permissions.apply] });
  const student = {
    studentCode: 'S1',
    studentNumber: '2026001',
    studentName: '张三',
    departmentName: '',
    gradeMajorName: '',
    administrativeClassName: '',
  };
  const api = stubApi([
    [findStudents, () => ok({ list: [{ ...student, studentCode: 'S9', studentNumber: '20260019' }, student] })],
    [personalScheme.operations.offer, () => ok({ studentId: 'S1', window: '', choices: {} })],
    [personalScheme.operations.apply, () => ok({ applyId: 'A1' })],
  ]);
  const search = { for: '2026001', baseGradeMajorId: 'M2027', schemeReason: '2', reasonText: '复学', changes: 'x' };
  const { user, unmount } = render(
    <InAddress pathname={`/x/personalScheme/new`} search={search}>
      <StudentApplicationNewPage />
    </InAddress>,
  );
  await user.click(await screen.findByRole('button', { name: '提交送审' }));
  await vi.waitFor(() => {
    expect(api.to(personalScheme.operations.apply)).toHaveLength(1);
  });
  expect(api.to(personalScheme.operations.apply)[0]?.fields).toMatchObject({
    studentId: 'S1',
    form: { baseGradeMajorId: 'M2027', schemeReason: '2', reasonText: '复学', changes: [] },
  });
  unmount();
});
