// @vitest-environment jsdom
import { findHourTypes } from '@jwxt/contracts/base-info/course.operations.ts';
import { findTeachDep } from '@jwxt/contracts/base-info/department.operations.ts';
import {
  assignTeachersOperation,
  findTeacherAssignment,
} from '@jwxt/contracts/base-info/teacher-assignment.operations.ts';
import { searchTeachers } from '@jwxt/contracts/base-info/teacher.operations.ts';
import { teachingClass } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { parameterByName } from '@jwxt/contracts/session/appearance.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, refused, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedInAlways } from '../../testing/signed-in-user.ts';
import { TeachingClassPage } from './teaching-class.page.tsx';

signedInAlways({ permissions: ['teachingClass:query', 'teachingClassTeacher:assign'] });

const one = {
  teachingClassId: 'TC1',
  semesterId: '2026-2027-1',
  semesterName: '第一学期',
  teachingClassCode: 'C1',
  teachingClassName: '计算机1班',
  courseId: 'K1',
  courseName: '数据结构',
  openDepartmentId: '101',
  openDepartmentName: '计算机学院',
  schoolZone: '1',
  schoolZoneName: '本部',
  scoreTemplateId: null,
  scoreTemplateName: '',
  scoreHierarchyCode: 'bfz',
  scoreHierarchyName: '百分制',
  version: '1',
  editor: '',
  editTime: null,
};
const taught = { hourType: '1', hourName: '理论', hour: 32, startEndWeek: '1-8' };
const found = {
  businessCode: '20010002',
  teacherName: '李华',
  sixName: '女性',
  titleName: '讲师',
  departmentName: '计算机学院',
  teacherCode: 'T2',
};
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

// PICKERS-097, PICKERS-102, PICKERS-105, PICKERS-106, PICKERS-107, PICKERS-108, PICKERS-109
it('PICKERS-104, PICKERS-115, PICKERS-116: a class gets its teachers, with hours and weeks of each', async () => {
  const { to } = stubApi([
    [teachingClass.operations.query, () => ok({ rows: [one], total: 1 })],
    [resourceOptions, () => ok({ list: [] })],
    [findTeachDep, () => ok([])],
    [{ path: '/system/dataDict/findDmxqByDmlb/XTGL_ZC' }, () => ok([])],
    [parameterByName, () => ok({ paraCode: 'XQZDZS', paraName: '学期最大周数', paraValue: '18' })],
    [
      findHourTypes,
      () =>
        ok([
          { xsbh: '1', xsmc: '理论' },
          { xsbh: '2', xsmc: '实验' },
        ]),
    ],
    [searchTeachers, () => ok({ rows: [found], total: 1 })],
    [
      findTeacherAssignment,
      () =>
        ok({
          teachingClassName: '计算机1班',
          courseName: '数据结构',
          totalHour: 48,
          version: 'T1:7',
          teachers: [{ teacherCode: 'T1', teacherName: '王老师', ...taught }],
        }),
    ],
    [
      assignTeachersOperation,
      () =>
        refused('INVALID_INPUT', '填写有误', 400, {
          fieldErrors: [{ field: 'teachers', message: '移出的教师还有课程安排，请先改由另一位教师上课' }],
        }),
    ],
  ]);
  const { user } = render(<TeachingClassPage />);
  await user.click(await screen.findByRole('button', { name: '指定老师' }));
  const dialog = await dialogNamed('指定老师');
  // PICKERS-096: 900 wide, which is 56.25rem of 16 pixels.
  const frame = screen.getByRole('dialog', { name: '指定老师' }).closest('[style*="--modal-size"]');
  expect(frame?.getAttribute('style')).toContain('56.25rem');
  expect(dialog.getByText('数据结构 · 计算机1班 · 总学时 48')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: '添加教师' }));
  const search = await dialogNamed('教师选择器');
  expect((await search.findByText('20010002')).closest('tr')!.textContent).toContain('李华女性讲师计算机学院');
  await user.click(search.getByRole('checkbox', { name: '选择第1行' }));
  await user.click(search.getByRole('button', { name: '确定' }));
  await user.click(dialog.getByRole('button', { name: '确定' }));
  expect(dialog.getByRole('alert').textContent).toBe('多名教师共同任课时，须逐一填写每名教师的学时和起止周');
  await user.click(dialog.getByRole('combobox', { name: '李华的学时类型' }));
  await user.click(await screen.findByRole('option', { name: '实验' }));
  await user.type(dialog.getByRole('textbox', { name: '李华的学时' }), '20');
  await user.click(dialog.getByRole('button', { name: '设置李华的起始周' }));
  const weeks = await dialogNamed('设置起始周');
  expect(weeks.getAllByRole('button', { name: /^第\d+周$/ })).toHaveLength(18);
  await user.click(weeks.getByRole('button', { name: '单周' }));
  await user.click(weeks.getByRole('button', { name: '第1周' }));
  expect(weeks.getByRole<HTMLInputElement>('textbox', { name: '李华的起始周' }).value).toBe('3,5,7,9,11,13,15,17');
  await user.click(weeks.getByRole('button', { name: '清空' }));
  await user.type(weeks.getByRole('textbox', { name: '李华的起始周' }), '9-19');
  expect(weeks.getByText('所填写周次大于最大周次')).toBeTruthy();
  await user.keyboard('{Backspace}6');
  expect(weeks.getByRole('button', { name: '第16周' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(weeks.getByRole('button', { name: '确定' }));
  await user.click(dialog.getByRole('button', { name: '确定' }));
  expect(dialog.getByRole('alert').textContent).toBe('各教师学时之和52超过总学时48');
  expect(to(assignTeachersOperation)).toHaveLength(0);
  await user.type(dialog.getByRole('textbox', { name: '李华的学时' }), '{Backspace}{Backspace}16');
  await user.click(dialog.getByRole('button', { name: '确定' }));
  await waitFor(() => {
    expect(dialog.getByRole('alert').textContent).toMatch(/^移出的教师还有课程安排/);
  });
  expect(to(assignTeachersOperation)[0]?.fields).toMatchObject({
    teachingClassId: 'TC1',
    version: 'T1:7',
    teachers: [
      { teacherCode: 'T1', hourType: '1', hour: 32, startEndWeek: '1-8' },
      { teacherCode: 'T2', hourType: '2', hour: 16, startEndWeek: '9-16' },
    ],
  });
  await user.click(dialog.getByRole('button', { name: '移出王老师' }));
  expect(dialog.queryByText('王老师')).toBeNull();
});
