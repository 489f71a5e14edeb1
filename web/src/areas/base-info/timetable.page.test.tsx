// @vitest-environment jsdom
import { ownTimetable, type Timetable } from '@jwxt/contracts/base-info/timetable.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { InAddress } from '../../testing/in-address.tsx';
import { render } from '../../testing/render.tsx';
import { signedInAlways } from '../../testing/signed-in-user.ts';
import { OwnTimetablePage } from './timetable.page.tsx';

signedInAlways();

const week = (asked: Readonly<Record<string, string>>): Timetable => ({
  name: '王老师',
  semesterId: '2026-2027-1',
  semesterName: '2026-2027学年第一学期',
  week: Number(asked['week'] ?? 3),
  weeks: 18,
  thisWeek: 3,
  weekList: [{ weekCode: '2', weekName: '星期一', date: '2026-09-21' }],
  timeList: [{ timeCode: '1', timeName: '第1节', startTime: '08:00', endTime: '08:45' }],
  list:
    asked['week'] === '4'
      ? []
      : [
          {
            time: { timeCode: '1' },
            week: { weekCode: '2' },
            courseList: [
              {
                scheduleId: 'S1',
                courseName: '数据结构',
                groupName: '软件1班',
                weeks: '1-16',
                timeName: '第1节',
                teachingClassName: '计算机1班',
                numberOfStudent: 42,
                classroomName: '教1-101',
                classroomCode: 'J1-101',
                teacherName: '王老师',
                adjusted: true,
              },
            ],
          },
        ],
});

it('PICKERS-091, PICKERS-082: the own week with its cards; the next one is asked for, and may be empty', async () => {
  const { to } = stubApi([
    [ownTimetable, (asked) => ok(week(asked))],
    [resourceOptions, () => ok({ list: [{ code: '2026-2027-1', name: '2026-2027学年第一学期' }] })],
  ]);
  const { user } = render(
    <InAddress>
      <OwnTimetablePage />
    </InAddress>,
  );
  const card = (await screen.findByText('数据结构')).parentElement!;
  expect(card.textContent).toBe('数据结构 调课1-16周 第1节教1-101王老师计算机1班 软件1班（42人）');
  expect(screen.getByRole('table', { name: '王老师第3周课表' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '下一周' }));
  expect(await screen.findByText('暂无课表信息')).toBeTruthy();
  await waitFor(() => {
    expect(to(ownTimetable).at(-1)?.fields).toMatchObject({ week: '4' });
  });
});

it('the column of today is marked', async () => {
  const today = toDateTimeText(Date.now()).slice(0, 10);
  const weekList = [
    { weekCode: '2', weekName: '星期一', date: '2026-09-21' },
    { weekCode: '3', weekName: '星期二', date: today },
  ];
  stubApi([
    [ownTimetable, (asked) => ok({ ...week(asked), weekList })],
    [resourceOptions, () => ok({ list: [{ code: '2026-2027-1', name: '2026-2027学年第一学期' }] })],
  ]);
  render(
    <InAddress>
      <OwnTimetablePage />
    </InAddress>,
  );
  const heads = await screen.findAllByRole('columnheader', { name: /^星期/ });
  expect(heads.map((head) => head.getAttribute('aria-current'))).toEqual([null, 'date']);
});
