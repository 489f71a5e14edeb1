import { expect, it } from 'vitest';
import { setUp, type SheetStory } from '../score-sheet.fixture.ts';
import { office, settingsFacts } from '../settings/sheet-settings.fixture.ts';
import { changeSettingsDecider } from '../settings/sheet-settings-change.ts';
import { followTeachersDecider } from './follow-teachers.ts';

const follow = (story: SheetStory, firstTeacher: string, gone: string[] = []) =>
  story.when(followTeachersDecider, { firstTeacher, gone, reason: '任课教师变更' }, null).events;
const named = (gh: string) =>
  setUp().given(
    changeSettingsDecider,
    office({ teacherCode: gh }),
    settingsFacts({ teacher: { gh, name: '赵老师', ofClass: true, ofUnit: true } }),
  );

// OPEN-COURSE-03: a later change of teachers reaches the settings of the sheet.
it('who types a sheet follows the teachers of its class, but for another whom the unit has named', () => {
  expect(follow(setUp(), '李老师')).toMatchObject([
    { type: 'ImportTeacherSet', data: { before: { gh: null, name: '张老师' }, after: { gh: null, name: '李老师' } } },
  ]);
  expect(follow(setUp(), '张老师')).toEqual([]);
  expect(follow(named('T7'), '李老师')).toEqual([]);
  expect(follow(named('T7'), '李老师', ['T7'])).toMatchObject([{ data: { after: { gh: null, name: '李老师' } } }]);
});
