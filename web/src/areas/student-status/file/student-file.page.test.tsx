// @vitest-environment jsdom
import { businessFiles } from '@jwxt/contracts/file/file.operations.ts';
import { findStudents } from '@jwxt/contracts/base-info/student.operations.ts';
import {
  revealStudentFile,
  studentFile,
  type StudentFile,
} from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PageAddressContext } from '../../../lib/page-address.ts';
import { ok, stubApi } from '../../../testing/api-stub.ts';
import { render } from '../../../testing/render.tsx';
import { signedInAlways } from '../../../testing/signed-in-user.ts';
import { FileParts } from './file-tabs.tsx';
import { StudentFilePage } from './student-file.page.tsx';

signedInAlways({ permissions: ['studentFile:query', 'studentInfo:reveal'] });

const file = (mobile: string, more: Partial<StudentFile> = {}): StudentFile => ({
  student: {
    studentCode: 'S1',
    studentNumber: '2026001',
    studentName: '张三',
    sexName: '男性',
    statusName: '在读',
    inSchool: true,
    administrativeClassName: '软工2601',
    gradeMajorName: '2026级软件工程',
    departmentName: '计算机学院',
    since: '2026-09-01',
  },
  day: null,
  recordedSince: null,
  enrolled: true,
  groups: [
    {
      title: '联系方式',
      values: [
        { field: 'mobile', label: '手机', value: mobile, known: true, masked: true },
        { field: 'dormitory', label: '宿舍', value: '', known: false, masked: false },
      ],
    },
  ],
  family: [],
  certificates: [],
  labels: [],
  rewards: [],
  punishments: [],
  registrations: [],
  history: [],
  ...more,
});

it('STUDENT-STATUS-05: masks are lifted on demand alone, and what nobody knows of a day says so', async () => {
  const past = { day: '2026-10-01', recordedSince: '2026-11-01' };
  const api = stubApi([
    [findStudents, () => ok({ list: [file('').student] })],
    [studentFile, () => ok(file('137****9999', past))],
    [revealStudentFile, () => ok(file('13700009999', past))],
  ]);
  const address = {
    pathname: '',
    params: {},
    search: { studentCode: 'S1', day: '2026-10-01' },
    setSearch: () => undefined,
    replaceWith: () => undefined,
    setTitle: () => undefined,
    setUnsaved: () => undefined,
  };
  const { user } = render(
    <PageAddressContext value={address}>
      <StudentFilePage />
    </PageAddressContext>,
  );
  await screen.findByText('137****9999');
  screen.getByText('未记录');
  screen.getByText(/其他项目自 2026-11-01 起有记录/);
  expect(api.to(revealStudentFile)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: '查看完整信息' }));
  await screen.findByText('13700009999');
  expect(screen.queryByRole('button', { name: '打印档案' })).toBeNull();
});

it('STUDENT-STATUS-07: the scans of a certificate are opened from the file', async () => {
  const certificate = { certificateTypeName: '语言证书', certificateNumber: '', issueDate: '', issueUnit: '' };
  const api = stubApi([[businessFiles, () => ok([])]]);
  const certificates = [
    { ...certificate, certificateId: 'C1', certificateName: '四级证书', fileNum: 2 },
    { ...certificate, certificateId: 'C2', certificateName: '普通话证书', fileNum: 0 },
  ];
  const { user } = render(<FileParts file={file('', { certificates })} part="certificate" onPart={() => undefined} />);
  expect(screen.queryByRole('button', { name: '普通话证书的附件' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '四级证书的附件' }));
  await screen.findByText('暂无附件');
  expect(api.to(businessFiles)).toMatchObject([{ fields: { businessTable: 'T_XJ_ZS', businessId: 'C1' } }]);
});
