// @vitest-environment jsdom
import {
  queryStudentDataDimensions,
  updateStudentDataDimension,
  type StudentDataDimension,
} from '@jwxt/contracts/data-scope/data-dimension.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { StudentDataDimensionsPage } from './data-dimensions.page.tsx';

signedOutAfterwards();

const grade: StudentDataDimension = {
  sjqxbh: 'NJ',
  wdmc: '年级',
  sfqy: '1',
  sortNum: 1,
  sourceTable: '年级',
  isTree: '0',
  macros: [{ code: '$NJ', name: '本人年级' }],
  usedBy: 2,
  version: 'v1',
  studentField: 'grade',
  studentFieldName: '年级',
  applyModules: ['学籍管理'],
};

// SYSADMIN-20
it('says what cannot be changed, and changes name, order and whether it is offered', async () => {
  signIn({ permissions: ['studentDataDimension:query', 'studentDataDimension:update'] });
  const api = stubApi([
    [queryStudentDataDimensions, () => ok([grade])],
    [updateStudentDataDimension, () => ok({ sjqxbh: 'NJ' })],
  ]);
  const { user } = render(<StudentDataDimensionsPage />);
  expect(await screen.findByText('年级（grade）')).toBeDefined();
  expect(screen.getByText(/学生字段和适用模块由程序规定，不能在此修改/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: '修改 年级' }));
  const dialog = within(await screen.findByRole('dialog', { name: '修改维度 NJ' }));
  await user.clear(dialog.getByLabelText(/维度名称/));
  await user.type(dialog.getByLabelText(/维度名称/), '入学年级');
  await user.click(dialog.getByLabelText('启用'));
  await user.click(dialog.getByRole('button', { name: '保存' }));
  await expect
    .poll(() => api.to(updateStudentDataDimension)[0]?.fields)
    .toMatchObject({ sjqxbh: 'NJ', wdmc: '入学年级', sortNum: '1', sfqy: '0', version: 'v1' });
});
