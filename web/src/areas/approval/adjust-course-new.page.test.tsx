// @vitest-environment jsdom
import {
  adjustCourseApply,
  adjustCourseClashes,
  adjustCourseDetail,
  adjustCourseSchedules,
} from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { findCampuses, queryClassrooms } from '@jwxt/contracts/base-info/classroom.operations.ts';
import { findTeachDep } from '@jwxt/contracts/base-info/department.operations.ts';
import { getAllTimes } from '@jwxt/contracts/base-info/lookup.operations.ts';
import { queryTeachers } from '@jwxt/contracts/base-info/teacher.operations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PageAddressContext } from '../../lib/page-address.ts';
import { ok, refused, stubApi, type Answering } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedInAlways } from '../../testing/signed-in-user.ts';
import { AdjustCourseAgainPage, AdjustCourseNewPage } from './adjust-course-new.page.tsx';

signedInAlways();

const meeting = {
  scheduleId: 'S1',
  teachingClassCode: 'C1',
  teachingClassName: '1班',
  courseName: '数据结构',
  weeks: '1-12',
  weekday: 1,
  period: '3-4',
  room: '教1-101',
  xqdm: '2',
  headCount: 67,
};
const room = {
  jsh: 'R1',
  ywbm: 'J3-101',
  jsmc: '教3-101',
  xqdm: '2',
  xqmc: '东山校区',
  jxlh: 'J3',
  jxlmc: '东山教学楼',
  jslxm: '1',
  jslxmc: '多媒体教室',
  yxzws: 120,
};
const slots = Array.from({ length: 12 }, (_, index) => {
  const [code, name] = [String(index + 1), `第${String(index + 1)}节`];
  return {
    festivalsCode: code,
    festivalsName: name,
    timeCode: code,
    timeName: name,
    startTime: '',
    endTime: '',
  };
});
const around: Answering[] = [
  [getAllTimes, () => ok(slots)],
  [
    adjustCourseClashes,
    ({ gh }) =>
      ok({
        list:
          gh === undefined
            ? [
                {
                  with: 'teacher',
                  week: 13,
                  weekday: 6,
                  period: '5-6',
                  room: '教1-105',
                  teacherName: '王老师',
                  courseName: '操作系统',
                  teachingClassName: '2班',
                },
              ]
            : [],
      }),
  ],
  [queryClassrooms, () => ok({ rows: [room], total: 1 })],
  [findCampuses, () => ok([])],
  [findTeachDep, () => ok([])],
  [queryTeachers, () => ok({ rows: [{ gh: 'T2', ywbm: 'T2', xm: '李华', xb: '女性', dwmc: '计算机学院' }], total: 1 })],
  ...['XTGL_ZC', 'XTGL_JSLXDMJ'].map((category): Answering => [
    { path: `/system/dataDict/findDmxqByDmlb/${category}` },
    () => ok([]),
  ]),
];

function open(answers: Answering[]) {
  const api = stubApi([...answers, ...around]);
  const { user } = render(<AdjustCourseNewPage />);
  const pick = async (label: string, option: string): Promise<void> => {
    await user.click(await screen.findByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const choose = async (label: string, dialogName: string): Promise<void> => {
    await user.click(screen.getByRole('textbox', { name: label }));
    const dialog = within(await screen.findByRole('dialog', { name: dialogName }));
    await user.click(await dialog.findByRole('radio', { name: '选择第1行' }));
    await user.click(dialog.getByRole('button', { name: '确定' }));
  };
  const optionsOf = async (label: string): Promise<(string | null)[]> => {
    await user.click(await screen.findByRole('combobox', { name: label }));
    const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    await user.keyboard('{Escape}');
    return options;
  };
  return { ...api, user, pick, choose, optionsOf };
}

it('looks for a room without sending the application, and without a form in a form', async () => {
  const complaints = vi.spyOn(console, 'error');
  const { to, user } = open([[adjustCourseSchedules, () => ok({ list: [meeting], weeks: [11, 12, 13] })]]);
  await user.click(await screen.findByRole('textbox', { name: '新教室' }));
  const dialog = within(await screen.findByRole('dialog', { name: '教室选择器' }));
  await user.type(dialog.getByRole('textbox', { name: '教室名称' }), '教3{Enter}');
  await waitFor(() => {
    expect(to(queryClassrooms).at(-1)?.fields).toMatchObject({ jsmc: '教3' });
  });
  // Sending it would say what is missing.
  expect(screen.queryByText('必填')).toBeNull();
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});

// A room fits that seats the class.
it('offers weeks not over, fitting rooms of the campus, substitutes; a refusal stands at its field', async () => {
  const { to, user, pick, choose, optionsOf } = open([
    [adjustCourseSchedules, () => ok({ list: [meeting], weeks: [11, 12, 13] })],
    [
      adjustCourseApply,
      () =>
        refused('ADJUST_COURSE_NO_ROOM', '所选教室不存在或已停用，请重新选择', 400, {
          fieldErrors: [{ field: 'after.jsh', message: '所选教室不存在或已停用，请重新选择' }],
        }),
    ],
  ]);
  await pick('课程安排', '数据结构（1班）星期一 3-4节 教1-101');
  expect(await optionsOf('原上课周')).toEqual(['第11周', '第12周']);
  expect(await optionsOf('新上课周')).toEqual(['第11周', '第12周', '第13周']);
  await pick('原上课周', '第12周');
  await pick('新上课周', '第13周');
  await pick('新星期', '星期六');
  // PICKERS-078: the lessons of the campus, in a popover.
  await user.click(screen.getByRole('textbox', { name: '新节次' }));
  const lessons = within(await screen.findByRole('dialog', { name: '选择节次' }));
  await user.click(await lessons.findByRole('button', { name: '第5节' }));
  await user.click(lessons.getByRole('button', { name: '第6节' }));
  expect(to(getAllTimes).at(-1)?.fields).toMatchObject({ xqdm: '2' });
  await choose('新教室', '教室选择器');
  // What is taken is told before the application is sent, and what is asked is what would be sent.
  expect(await screen.findByText(/任课教师：第13周 星期六 5-6节 教1-105 王老师 已有“操作系统（2班）”/)).toBeTruthy();
  expect(to(adjustCourseClashes).at(-1)?.fields).toMatchObject({
    scheduleId: 'S1',
    week: '12',
    newWeek: '13',
    newWeekday: '6',
    period: '5-6',
    jsh: 'R1',
  });
  expect(to(queryClassrooms)[0]?.fields).toMatchObject({ xqdm: '2', headCount: '67', sfpk: '1' });
  await choose('代课教师', '教师选择器');
  await waitFor(() => {
    expect(screen.queryByText(/已有“操作系统/)).toBeNull();
  });
  await user.type(screen.getByRole('textbox', { name: '原因' }), '外出开会');
  await user.click(screen.getByRole('button', { name: '提交送审' }));
  expect(await screen.findByText('所选教室不存在或已停用，请重新选择')).toBeTruthy();
  expect(to(adjustCourseApply)[0]?.fields).toMatchObject({
    scheduleId: 'S1',
    week: 12,
    adjustType: '1',
    after: { week: 13, weekday: 6, period: '5-6', jsh: 'R1', gh: 'T2' },
    reason: '外出开会',
  });
  // What was chosen stays, to be corrected.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '新教室' }).value).toBe('教3-101');
});

it('begins with what came back, as far as it can still be chosen, and sends it under its id', async () => {
  const again = {
    adjustType: '4',
    reason: '外出开会',
    approvalBusinessStatus: '3',
    approvalBusinessStatusName: '已退回',
    applyId: 'A1',
    again: {
      scheduleId: 'S1',
      week: 12,
      gh: 'T1',
      after: { week: 10, weekday: 6, period: '5-6', jsh: 'R1', room: '教3-101', gh: 'T2', teacherName: '李华' },
    },
  };
  const { to } = stubApi([
    [adjustCourseSchedules, () => ok({ list: [meeting], weeks: [11, 12, 13] })],
    [{ path: adjustCourseDetail.path.replace('{applyId}', 'A1') }, () => ok(again)],
    [adjustCourseApply, () => ok({ applyId: 'A1' })],
    ...around,
  ]);
  const address = {
    pathname: '',
    params: { applyId: 'A1' },
    search: {},
    setSearch: vi.fn(),
    restart: vi.fn(),
    replaceWith: vi.fn(),
    setTitle: vi.fn(),
    setUnsaved: vi.fn(),
  };
  const { user } = render(
    <PageAddressContext value={address}>
      <AdjustCourseAgainPage />
    </PageAddressContext>,
  );
  await screen.findByText('已退回的申请，修改后重新提交');
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: '原上课周' })).value).toBe('第12周');
  // Its week is over by now.
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: '新上课周' }).value).toBe('');
  await user.click(screen.getByRole('combobox', { name: '新上课周' }));
  await user.click(await screen.findByRole('option', { name: '第13周' }));
  await user.click(screen.getByRole('button', { name: '提交送审' }));
  await waitFor(() => {
    expect(to(adjustCourseApply)[0]?.fields).toMatchObject({
      applyId: 'A1',
      scheduleId: 'S1',
      week: 12,
      adjustType: '4',
      after: { week: 13, weekday: 6, period: '5-6', jsh: 'R1', gh: 'T2' },
      reason: '外出开会',
    });
  });
});

it('says that nothing can be adjusted any more when the semester is over', async () => {
  open([[adjustCourseSchedules, () => ok({ list: [meeting], weeks: [] })]]);
  await waitFor(() => {
    expect(screen.getByText('本学期已结束')).toBeTruthy();
  });
});
