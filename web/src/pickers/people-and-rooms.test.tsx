// @vitest-environment jsdom
import { findCampuses, queryClassrooms, type ClassroomRow } from '@jwxt/contracts/base-info/classroom.operations.ts';
import { findHourTypes } from '@jwxt/contracts/base-info/course.operations.ts';
import { findTeachDep } from '@jwxt/contracts/base-info/department.operations.ts';
import {
  queryPersonalCoursePlan,
  type PersonalCoursePlanRow,
} from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import type { AssignedTeacher } from '@jwxt/contracts/base-info/teacher-assignment.ts';
import { queryTeachers, searchTeachers } from '@jwxt/contracts/base-info/teacher.operations.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { parameterByName } from '@jwxt/contracts/session/appearance.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ok, stubApi, type Answering } from '../testing/api-stub.ts';
import { Held, render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { ClassroomPicker, type PickedClassroom } from './classroom-picker.tsx';
import { PersonalCoursePlanPicker } from './personal-course-plan-picker.tsx';
import { TeacherAssignmentDialog } from './teacher-assignment.dialog.tsx';
import { TeacherPicker } from './teacher-picker.tsx';
import { anyTeachingTask, TeachingTaskSearchForm, type TeachingTaskSearch } from './teaching-task-search-form.tsx';

signedInAlways();

const dictionaries: Answering[] = ['XTGL_ZC', 'XTGL_JZGLB', 'XTGL_JZGDQZT', 'XTGL_JSLXDMJ'].map((category) => [
  { path: `/system/dataDict/findDmxqByDmlb/${category}` },
  () => ok([{ dm: '1', mc: `${category}一` }]),
]);
const units: Answering = [findTeachDep, () => ok([])];
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));
const labelsOf = (form: HTMLElement) => [...form.querySelectorAll('label')].map((label) => label.textContent);

describe('the teacher selector', () => {
  const rows = [
    { gh: 'T1', ywbm: '20010001', xm: '张明', xb: '男性', dwmc: '计算机学院' },
    { gh: 'T2', ywbm: '20010002', xm: '李华', xb: '女性', dwmc: '数学学院' },
  ];

  // PICKERS-095, PICKERS-098, PICKERS-099, PICKERS-100, PICKERS-101, PICKERS-103, PICKERS-118
  it('one teacher on the job by radio button, searched by number, name, unit and title', async () => {
    const { to } = stubApi([[queryTeachers, () => ok({ rows, total: 2 })], units, ...dictionaries]);
    const onChange = vi.fn<(teachers: unknown) => void>();
    const { user } = render(<TeacherPicker label="教师" value={[]} onChange={onChange} />);
    await user.click(screen.getByRole('textbox', { name: '教师' }));
    const dialog = await dialogNamed('教师选择器');
    await dialog.findByText('20010001');
    expect(to(queryTeachers)[0]?.fields).toEqual({ _t: expect.any(String) as string, pageNum: 1, pageSize: 20 });
    expect(labelsOf(dialog.getByRole('search'))).toEqual(['工号', '姓名', '所在单位', '职称']);
    expect(dialog.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '选择',
      '序号',
      '工号',
      '姓名',
      '性别',
      '所在单位',
    ]);
    await user.type(dialog.getByRole('textbox', { name: '姓名' }), 'li');
    await user.click(dialog.getByRole('button', { name: '查询' }));
    await waitFor(() => {
      expect(to(queryTeachers).at(-1)?.fields).toMatchObject({ xm: 'li' });
    });
    await user.click(dialog.getByRole('radio', { name: '选择第2行' }));
    await user.click(dialog.getByRole('button', { name: '确定' }));
    expect(onChange).toHaveBeenCalledWith([{ gh: 'T2', xm: '李华' }]);
  });

  it('PICKERS-120: for staff it searches by kind and status, whatever the status', async () => {
    const { to } = stubApi([[queryTeachers, () => ok({ rows, total: 2 })], units, ...dictionaries]);
    const { user } = render(<TeacherPicker label="教师" staff multiple value={[]} onChange={() => undefined} />);
    await user.click(screen.getByRole('textbox', { name: '教师' }));
    const dialog = await dialogNamed('教师选择器');
    expect(labelsOf(dialog.getByRole('search'))).toEqual(['工号', '姓名', '所在单位', '人员类别', '当前状态']);
    await waitFor(() => {
      expect(to(queryTeachers)[0]?.fields).toMatchObject({ dqztm: 'all' });
    });
    expect(await dialog.findAllByRole('checkbox', { name: /选择第/ })).toHaveLength(2);
  });
});

describe('the assignment of teachers', () => {
  const found = [
    {
      businessCode: '20010001',
      teacherName: '张明',
      sixName: '男性',
      titleName: '教授',
      departmentName: '计算机学院',
      teacherCode: 'T1',
    },
    {
      businessCode: '20010002',
      teacherName: '李华',
      sixName: '女性',
      titleName: '讲师',
      departmentName: '计算机学院',
      teacherCode: 'T2',
    },
  ];

  it('adds confirmed teachers, sets their hours and weeks, removes one, says what is missing or too much', async () => {
    stubApi([
      [searchTeachers, () => ok({ rows: found, total: 2 })],
      [findHourTypes, () => ok([{ xsbh: '1', xsmc: '理论' }])],
      [parameterByName, () => ok({ paraValue: '20' })],
      units,
      ...dictionaries,
    ]);
    const onConfirm = vi.fn<(teachers: AssignedTeacher[]) => void>();
    const { user } = render(
      <TeacherAssignmentDialog value={[]} totalHour={48} onConfirm={onConfirm} onClose={() => undefined} />,
    );
    const frame = await screen.findByRole('dialog', { name: '指定老师' });
    // 56.25rem of 16 pixels.
    expect(document.querySelector('[style*="--modal-size"]')?.getAttribute('style')).toContain('56.25rem');
    const dialog = within(frame);
    await user.click(dialog.getByRole('button', { name: '添加教师' }));
    const search = await dialogNamed('教师选择器');
    for (const row of ['选择第1行', '选择第2行']) await user.click(await search.findByRole('checkbox', { name: row }));
    for (const text of ['20010001', '张明', '男性', '教授', '计算机学院'])
      expect(search.getAllByText(text).length).toBeGreaterThan(0);
    await user.click(search.getByRole('button', { name: '确定' }));

    await user.type(dialog.getByRole('textbox', { name: '张明的学时' }), '40');
    await user.click(dialog.getByRole('button', { name: '确定' }));
    expect(dialog.getByRole('alert').textContent).toBe('多名教师共同任课时，须逐一填写每名教师的学时和起止周');
    await user.type(dialog.getByRole('textbox', { name: '李华的学时' }), '10');
    for (const [name, weeks] of [
      ['张明', '1-8'],
      ['李华', '9-16'],
    ] as const) {
      await user.click(dialog.getByRole('button', { name: `设置${name}的起始周` }));
      const start = await dialogNamed('设置起始周');
      await user.type(start.getByRole('textbox', { name: `${name}的起始周` }), weeks);
      await user.click(start.getByRole('button', { name: '确定' }));
    }
    await user.click(dialog.getByRole('button', { name: '确定' }));
    expect(dialog.getByRole('alert').textContent).toBe('各教师学时之和50超过总学时48');
    await user.click(dialog.getByRole('button', { name: '移出李华' }));
    await user.click(dialog.getByRole('combobox', { name: '张明的学时类型' }));
    await user.click(await screen.findByRole('option', { name: '理论' }));
    await user.click(dialog.getByRole('button', { name: '确定' }));
    expect(onConfirm).toHaveBeenCalledWith([
      { teacherCode: 'T1', teacherName: '张明', hourType: '1', hourName: '理论', hour: 40, startEndWeek: '1-8' },
    ]);
  });
});

describe('the classroom picker', () => {
  const room: ClassroomRow = {
    jsh: 'J1-101',
    ywbm: 'J1-101',
    jsmc: '教1-101',
    xqdm: '1',
    xqmc: '明湖校区',
    jxlh: 'J1',
    jxlmc: '第一教学楼',
    jslxm: '1',
    jslxmc: '多媒体教室',
    yxzws: 116,
  };
  const campuses: Answering = [
    findCampuses,
    () =>
      ok([
        { xqdm: '1', xqmc: '明湖校区', buildings: [{ jxlh: 'J1', jxlmc: '第一教学楼' }] },
        { xqdm: '2', xqmc: '东山校区', buildings: [] },
      ]),
  ];

  // PICKERS-024, PICKERS-025, PICKERS-026, PICKERS-027, PICKERS-028, PICKERS-029, PICKERS-035
  it('searches rooms of the campus with seats enough, 10 a page, and gives the one that was chosen', async () => {
    const { to } = stubApi([[queryClassrooms, () => ok({ rows: [room], total: 21 })], campuses, ...dictionaries]);
    const { user } = render(
      <Held<PickedClassroom | null> start={null}>
        {(value, set) => <ClassroomPicker label="教室" campus="1" headCount={60} value={value} onChange={set} />}
      </Held>,
    );
    await user.click(screen.getByRole('textbox', { name: '教室' }));
    const dialog = await dialogNamed('教室选择器');
    expect(await dialog.findByText('每页10条记录 , 共21条记录')).toBeTruthy();
    expect(to(queryClassrooms)[0]?.fields).toEqual({
      _t: expect.any(String) as string,
      pageNum: '1',
      pageSize: '10',
      xqdm: '1',
      headCount: '60',
    });
    expect(labelsOf(dialog.getByRole('search'))).toEqual([
      '教室编号',
      '教室名称',
      '校区',
      '教学楼',
      '教室类型',
      '有效座位',
    ]);
    expect(dialog.getByRole<HTMLInputElement>('combobox', { name: '校区' }).disabled).toBe(true);
    expect(dialog.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '选择',
      '教室编号',
      '教室名称',
      '校区',
      '教学楼',
      '教室类型',
      '有效座位数',
    ]);
    await user.type(dialog.getByRole('textbox', { name: '教室编号' }), 'J1');
    await user.click(dialog.getByRole('combobox', { name: '教室类型' }));
    await user.click(await screen.findByRole('option', { name: 'XTGL_JSLXDMJ一' }));
    await user.click(dialog.getByRole('button', { name: '查询' }));
    await waitFor(() => {
      expect(to(queryClassrooms).at(-1)?.fields).toMatchObject({ ywbm: 'J1', jslxm: '1', xqdm: '1', headCount: '60' });
    });
    await user.click(dialog.getByRole('button', { name: '重置' }));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: '教室编号' }).value).toBe('');
    await user.click(await dialog.findByRole('radio'));
    await user.click(dialog.getByRole('button', { name: '确定' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '教室' }).value).toBe('教1-101');
  });

  it('PICKERS-030: before there is an answer the total is 80', async () => {
    stubApi([campuses, ...dictionaries]);
    const { user } = render(<ClassroomPicker label="教室" value={null} onChange={() => undefined} />);
    await user.click(screen.getByRole('textbox', { name: '教室' }));
    expect(await (await dialogNamed('教室选择器')).findByText('每页10条记录 , 共80条记录')).toBeTruthy();
  });

  it('PICKERS-031, PICKERS-032, PICKERS-033: seats are whole numbers from 0 of at most four digits', async () => {
    const { to } = stubApi([[queryClassrooms, () => ok({ rows: [room], total: 1 })], campuses, ...dictionaries]);
    const { user } = render(<ClassroomPicker label="教室" value={null} onChange={() => undefined} />);
    await user.click(screen.getByRole('textbox', { name: '教室' }));
    const dialog = await dialogNamed('教室选择器');
    const least = dialog.getByRole<HTMLInputElement>('textbox', { name: '有效座位最小' });
    const asked = to(queryClassrooms).length;
    for (const typed of ['-3', '30.5', '3a0', '12345']) {
      await user.clear(least);
      await user.type(least, typed);
      await user.click(dialog.getByRole('button', { name: '查询' }));
      expect([least.value, dialog.getByText('应为0至9999的整数').textContent]).toEqual([typed, '应为0至9999的整数']);
    }
    expect(to(queryClassrooms)).toHaveLength(asked);
    await user.clear(least);
    await user.type(least, '60');
    await user.type(dialog.getByRole('textbox', { name: '有效座位最大' }), '50');
    expect(dialog.getByText('最小值不能大于最大值')).toBeTruthy();
    const before = to(queryClassrooms).length;
    await user.click(dialog.getByRole('button', { name: '查询' }));
    expect(to(queryClassrooms)).toHaveLength(before);
  });
});

it('PICKERS-119: teaching tasks are searched by semester, course, unit, class and teacher', async () => {
  stubApi([
    [semesters, () => ok({ list: [{ xnxq: '2026-2027-1', xnxqmc: '2026-2027学年第一学期', sfdqxq: '1' }] })],
    units,
  ]);
  const onSearch = vi.fn<() => void>();
  const { user } = render(
    <Held<TeachingTaskSearch> start={anyTeachingTask}>
      {(value, set) => (
        <TeachingTaskSearchForm
          value={value}
          onChange={(change) => {
            set({ ...value, ...change });
          }}
          onSearch={onSearch}
          onReset={() => {
            set(anyTeachingTask);
          }}
        />
      )}
    </Held>,
  );
  expect(labelsOf(screen.getByRole('search'))).toEqual(['学年学期', '课程', '开课单位', '教学班', '任课教师']);
  await user.click(screen.getByRole('button', { name: '展开' }));
  await user.type(await screen.findByRole('textbox', { name: '教学班' }), '软工2601{Enter}');
  expect(onSearch).toHaveBeenCalledOnce();
});

it('an input of a picker is known by the label of its field', () => {
  stubApi([]);
  render(
    <>
      <label htmlFor="its-teacher">负责人</label>
      <TeacherPicker id="its-teacher" value={[]} onChange={() => undefined} />
    </>,
  );
  expect(screen.getByLabelText('负责人').getAttribute('placeholder')).toBe('请选择教师');
});

// PICKERS-146, PICKERS-147, PICKERS-148
it('the personal course plan shows approval status and source in words', async () => {
  const planned: PersonalCoursePlanRow = {
    personalCoursePlanKey: 'P1',
    confirmStatus: '0',
    courseBusinessCode: 'ARTS1001',
    courseName: '音乐欣赏',
    term: '2026-2027-1',
    credit: '2.0',
    hours: '32',
    weekHours: '2',
    courseNatureName: '公共选修课',
    courseAttributeName: '通选',
    courseSystemName: '个性发展',
    openDepartmentName: '文学院',
    examWayName: '考查',
    source: '2',
  };
  const { to } = stubApi([
    [
      queryPersonalCoursePlan,
      () =>
        ok({ rows: [planned, { ...planned, personalCoursePlanKey: 'P2', confirmStatus: '1', source: '1' }], total: 2 }),
    ],
  ]);
  const onChange = vi.fn<(rows: PersonalCoursePlanRow[]) => void>();
  const { user } = render(
    <PersonalCoursePlanPicker label="计划课程" studentCode="S1" value={[]} onChange={onChange} />,
  );
  await user.click(screen.getByRole('textbox', { name: '计划课程' }));
  const dialog = await dialogNamed('个人课程计划');
  await dialog.findAllByText('音乐欣赏');
  const [, first, second] = dialog.getAllByRole('row');
  expect([first?.textContent, second?.textContent]).toEqual([
    expect.stringMatching(/^待审核.*音乐欣赏.*学生自选$/),
    expect.stringMatching(/^审核通过.*专业计划$/),
  ]);
  expect(to(queryPersonalCoursePlan)[0]?.fields).toMatchObject({ studentCode: 'S1', pageNum: '1', pageSize: '10' });
  expect(dialog.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '选择',
    '审核状态',
    '课程编号',
    '课程名称',
    '学期',
    '学分',
    '学时',
    '周学时',
    '课程性质',
    '课程属性',
    '课程体系',
    '开课单位',
    '考核方式',
    '来源',
  ]);
  await user.click(dialog.getByRole('radio', { name: '选择第1行' }));
  await user.click(dialog.getByRole('button', { name: '确定' }));
  expect(onChange).toHaveBeenCalledWith([planned]);
});
